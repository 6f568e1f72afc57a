// An ICU data package without entries. Foundation links 34 MB of ICU data: calendars, time zones, collations and names
// of all languages, which mockd never asks for. The linker puts this package in their place (--wrap in compile.sh), and
// ICU then reports each look-up as not found. Regular expressions and case mapping do not use the package.
//
// Format: https://unicode-org.github.io/icu/userguide/icu_data/ (header, then the table of contents "ToCP").
#include <stdint.h>

struct ICUPackage {
    uint16_t headerSize;
    uint8_t magic[2];
    uint16_t infoSize, reserved;
    uint8_t isBigEndian, charset, characterSize, reservedByte;
    uint8_t format[4], formatVersion[4], dataVersion[4];
    uint8_t padding[8];
    uint32_t entryCount, reservedWord;
    uint32_t firstEntry[4];
};

// ICU_DATA is the name that --wrap gives the package of the toolchain's ICU, such as __wrap_icudt76_dat.
const struct ICUPackage ICU_DATA __attribute__((aligned(16))) = {
    .headerSize = 32,
    .magic = {0xDA, 0x27},
    .infoSize = 20,
    .isBigEndian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .characterSize = 2,
    .format = "ToCP",
    .formatVersion = {1},
};
