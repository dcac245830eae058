/** Brokers that find surrogate hosts over Jini. */
module org.banip.wsb.jini {
    requires transitive org.banip.server;
    requires org.banip.surrogate.jini;
    requires transitive org.banip.wsb;
    requires org.slf4j;
    requires static org.jspecify;

    provides org.banip.server.settings.SettingProvider with
            org.banip.wsb.jini.LookupSettingProvider;
    provides org.banip.wsb.spi.HostDirectoryProvider with
            org.banip.wsb.jini.LookupDirectoryProvider;
}
