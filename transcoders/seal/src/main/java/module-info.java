/** The chain component {@code seal}: encrypts packets for the surrogate host's key (docs/transcoders.md). */
module org.banip.seal {
    requires transitive org.banip.core;
    requires org.bouncycastle.provider;
    requires static org.jspecify;

    exports org.banip.seal;

    provides org.banip.core.transcoding.spi.TranscoderProvider with
            org.banip.seal.SealProvider;
}
