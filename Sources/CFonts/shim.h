// FreeType and fontconfig, which only screens and notifications with pictures need, are loaded by
// them: linked, both would be loaded by every key binding. The types are those of their headers.
#include <dlfcn.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#define CFONTS_FREETYPE(use) \
  use(FT_Init_FreeType) \
  use(FT_Done_FreeType) \
  use(FT_New_Face) \
  use(FT_Done_Face) \
  use(FT_Get_Char_Index) \
  use(FT_Select_Size) \
  use(FT_Set_Pixel_Sizes) \
  use(FT_Load_Glyph)

#define CFONTS_FONTCONFIG(use) \
  use(FcNameParse) \
  use(FcPatternDestroy) \
  use(FcPatternGetString) \
  use(FcPatternGetInteger) \
  use(FcConfigSubstitute) \
  use(FcDefaultSubstitute) \
  use(FcFontMatch)

#define CFONTS_MEMBER(name) __typeof__(&name) _Nonnull name;
#define CFONTS_LOAD(function) \
  if (!(*(void **)&functions->function = dlsym(library, #function))) return 0;

struct cfonts_functions {
  CFONTS_FREETYPE(CFONTS_MEMBER)
  CFONTS_FONTCONFIG(CFONTS_MEMBER)
};

// Returns 0 if a library, or one of the functions, is missing; the libraries stay loaded.
static inline int cfonts_load(struct cfonts_functions *functions) {
  void *library = dlopen("libfreetype.so.6", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  CFONTS_FREETYPE(CFONTS_LOAD)
  library = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  CFONTS_FONTCONFIG(CFONTS_LOAD)
  return 1;
}

// Macros with casts, which Swift does not import.
static const FT_Int32 CFONTS_COLOR = FT_LOAD_COLOR | FT_LOAD_RENDER;
static const FT_Int32 CFONTS_GRAY = FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT;
static inline int cfonts_has_color(FT_Face face) { return FT_HAS_COLOR(face) != 0; }
