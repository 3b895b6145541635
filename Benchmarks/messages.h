/* What makes the bodies of messages. */

#ifndef MEMORIZE_BENCHMARKS_MESSAGES_H
#define MEMORIZE_BENCHMARKS_MESSAGES_H

#include <dbus/dbus.h>
#include <stdlib.h>

static inline void append(DBusMessageIter *to, int type, const void *value) {
    if (!dbus_message_iter_append_basic(to, type, value))
        abort();
}

static inline void open_container(DBusMessageIter *in, int type, const char *contents, DBusMessageIter *container) {
    if (!dbus_message_iter_open_container(in, type, contents, container))
        abort();
}

static inline void append_variant(DBusMessageIter *to, int type, const void *value) {
    DBusMessageIter variant;
    char signature[2] = {(char)type, 0};
    open_container(to, DBUS_TYPE_VARIANT, signature, &variant);
    append(&variant, type, value);
    dbus_message_iter_close_container(to, &variant);
}

static inline void append_entry(DBusMessageIter *dictionary, const char *key, int type, const void *value) {
    DBusMessageIter entry;
    open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    append(&entry, DBUS_TYPE_STRING, &key);
    append_variant(&entry, type, value);
    dbus_message_iter_close_container(dictionary, &entry);
}

/* An entry whose value is a container; what is in it is appended before end_entry. */
typedef struct {
    DBusMessageIter entry, variant, contents;
} ContainerEntry;

static inline DBusMessageIter *begin_entry(
    DBusMessageIter *dictionary, const char *key, const char *signature, ContainerEntry *to) {
    open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &to->entry);
    append(&to->entry, DBUS_TYPE_STRING, &key);
    open_container(&to->entry, DBUS_TYPE_VARIANT, signature, &to->variant);
    open_container(&to->variant, DBUS_TYPE_ARRAY, signature + 1, &to->contents);
    return &to->contents;
}

static inline void end_entry(DBusMessageIter *dictionary, ContainerEntry *entry) {
    dbus_message_iter_close_container(&entry->variant, &entry->contents);
    dbus_message_iter_close_container(&entry->entry, &entry->variant);
    dbus_message_iter_close_container(dictionary, &entry->entry);
}

#endif
