/** The library a mobile base unit's app embeds. */
module org.banip.mbu {
    requires transitive org.banip.core;
    requires static org.jspecify;

    exports org.banip.mbu.recording;
    exports org.banip.mbu.sensor;
}
