/** BANip's vocabulary, wire format and transcoding SPI. */
module org.banip.core {
    requires transitive org.jspecify;

    exports org.banip.core.ban;
    exports org.banip.core.error;
    exports org.banip.core.frame;
    exports org.banip.core.interconnect;
    exports org.banip.core.json;
    exports org.banip.core.packet;
    exports org.banip.core.sequence;
    exports org.banip.core.text;
    exports org.banip.core.transcoding;
    exports org.banip.core.transcoding.spi;

    uses org.banip.core.transcoding.spi.TranscoderProvider;
}
