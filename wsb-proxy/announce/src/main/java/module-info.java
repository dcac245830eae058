/** Brokers that announce themselves on the local network. */
module org.banip.wsb.announce {
    requires transitive org.banip.server;
    requires transitive org.banip.wsb;
    requires org.dnsjava;
    requires org.slf4j;
    requires static org.jspecify;

    provides org.banip.server.settings.SettingProvider with
            org.banip.wsb.announce.AnnounceSettingProvider;
    provides org.banip.wsb.spi.AnnouncerProvider with
            org.banip.wsb.announce.DnsSdAnnouncerProvider;
}
