/** What the Wireless Service Broker and the surrogate host share. */
module org.banip.server {
    requires transitive org.banip.core;
    requires static transitive org.jspecify;
    requires jdk.httpserver;
    requires micrometer.core;
    requires micrometer.registry.prometheus;
    requires org.slf4j;

    exports org.banip.server.address;
    exports org.banip.server.executor;
    exports org.banip.server.health;
    exports org.banip.server.quota;
    exports org.banip.server.settings;
    exports org.banip.server.tls;
}
