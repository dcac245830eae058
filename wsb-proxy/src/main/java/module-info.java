/** The Wireless Service Broker: authenticates mobile base units and relays their streams to surrogate hosts. */
@SuppressWarnings("module") // the app is built later
module org.banip.wsb {
    requires transitive org.banip.core;
    requires transitive org.banip.server;
    requires org.eclipse.jetty.client;
    // The container brings it, or Jetty does.
    requires static jakarta.servlet;
    requires static org.eclipse.jetty.ee10.servlet;
    requires static org.eclipse.jetty.server;
    requires org.slf4j;
    requires static org.jspecify;

    uses org.banip.server.settings.SettingProvider;
    uses org.banip.wsb.spi.AnnouncerProvider;
    uses org.banip.wsb.spi.AuthenticatorProvider;
    uses org.banip.wsb.spi.HostDirectoryProvider;

    exports org.banip.wsb;
    exports org.banip.wsb.authentication;
    exports org.banip.wsb.grant to
            org.banip.app;
    exports org.banip.wsb.host;
    exports org.banip.wsb.settings;
    exports org.banip.wsb.spi;
    exports org.banip.wsb.standalone;
}
