/** The library that the app of a mobile base unit embeds. An app uses {@code org.banip.mbu}, {@code settings} and {@code spi}. */
@SuppressWarnings("module") // they are built later
module org.banip.mbu {
    requires transitive org.banip.alerts;
    requires transitive org.banip.core;
    requires org.apache.httpcomponents.client5.httpclient5;
    requires org.apache.httpcomponents.core5.httpcore5;
    requires static org.jspecify;
    requires org.slf4j;

    exports org.banip.mbu;
    exports org.banip.mbu.settings;
    exports org.banip.mbu.spi;
    exports org.banip.mbu.journal to
            org.banip.gateway,
            org.banip.measure;
    exports org.banip.mbu.sampling to
            org.banip.app,
            org.banip.measure;
    exports org.banip.mbu.scheduling to
            org.banip.app,
            org.banip.measure;
    exports org.banip.mbu.spool to
            org.banip.measure;
    exports org.banip.mbu.stage to
            org.banip.measure;
    exports org.banip.mbu.uplink to
            org.banip.app,
            org.banip.mbu.netty,
            org.banip.measure;

    uses org.banip.mbu.spi.BrokerSource.Factory;
    uses org.banip.mbu.spi.UplinkFactory;
}
