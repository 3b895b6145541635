# Fresh Debian systems to install in; sourced by ./run, from the top of the sources.

systems=.build/chroots
mirror=${MIRROR:-http://deb.debian.org/debian}

# Writes the archive of a fresh system, with the lists of packages but no more than init and apt. It
# is kept for a day: later the packages in the lists are no longer all on the mirror.
make_system() { # make_system SUITE
    local archive=$systems/$1.tar.zst
    [[ -z $(find "$archive" -mmin -1440 2>/dev/null) ]] || return 0
    mkdir -p "$systems"
    mmdebstrap --quiet --variant=minbase --include=init --skip=cleanup/apt/lists \
        "$1" "$systems/new.$1.tar.zst" "$mirror"
    mv "$systems/new.$1.tar.zst" "$archive"
}

# Unpacks a system below $work, and prints its directory.
unpack_system() { # unpack_system SUITE
    local system
    system=$(mktemp -d "$work/$1.XXXXXX")
    tar -C "$system" --zstd -xf "$systems/$1.tar.zst"
    chmod 755 "$system"
    echo "$system"
}

# Runs a command in a system. Whatever it starts ends with it, and its mounts are seen by no other.
in_system() { # in_system DIRECTORY COMMAND…
    unshare --mount --pid --fork --kill-child bash -c '
        mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" || exit
        exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$@"' in_system "$@"
}
