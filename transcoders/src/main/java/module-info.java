/** Transcoding components, found by {@link java.util.ServiceLoader}; users name them in chain texts (docs/transcoders.md). */
module org.banip.transcoders {
    requires org.banip.core;
    requires static org.jspecify;

    provides org.banip.core.transcoding.spi.TranscoderProvider with
            org.banip.transcoders.auto.AutoProvider,
            org.banip.transcoders.deflate.DeflateProvider,
            org.banip.transcoders.events.EventsProvider,
            org.banip.transcoders.packetizer.PacketizerProvider,
            org.banip.transcoders.rice.RiceProvider,
            org.banip.transcoders.predict.PredictProvider;
}
