/** The library a mobile base unit's app embeds. */
module org.banip.mbu {
    requires transitive org.banip.core;
    requires static org.jspecify;
    requires org.slf4j;

    exports org.banip.mbu.command;
    exports org.banip.mbu.recording;
    exports org.banip.mbu.sampling;
    exports org.banip.mbu.sensor;
    exports org.banip.mbu.settings;
    exports org.banip.mbu.status;
}
