/** The library a mobile base unit's app embeds. */
module org.banip.mbu {
    requires org.banip.core;
    requires static org.jspecify;
}
