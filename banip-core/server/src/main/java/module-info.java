/** What the Wireless Service Broker and the surrogate host share. */
module org.banip.server {
    requires transitive org.banip.core;
    requires static org.jspecify;

    exports org.banip.server.settings;
}
