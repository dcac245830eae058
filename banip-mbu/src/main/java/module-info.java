/** The library a mobile base unit's app embeds. */
module org.banip.mbu {
    requires transitive org.banip.core;
    requires org.apache.httpcomponents.client5.httpclient5;
    requires org.apache.httpcomponents.core5.httpcore5;
    requires static org.jspecify;
    requires org.slf4j;

    exports org.banip.mbu;
    exports org.banip.mbu.command;
    exports org.banip.mbu.sampling;
    exports org.banip.mbu.sensor;
    exports org.banip.mbu.settings;
    exports org.banip.mbu.status;
    exports org.banip.mbu.uplink;

    uses org.banip.mbu.uplink.UplinkFactory;
}
