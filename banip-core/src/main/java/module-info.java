/** Vocabulary, wire format and the transcoding SPI of BANip. */
module org.banip.core {
    requires static org.jspecify;
}
