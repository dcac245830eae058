/** What the Wireless Service Broker and the surrogate host share. */
@SuppressWarnings("module") // the servers that get the connection and the request are built later
module org.banip.server {
    requires bcrypt;
    requires transitive org.banip.core;
    requires static jakarta.servlet;
    // A servlet container brings its own; the stand-alone servers have Jetty.
    requires static org.eclipse.jetty.alpn.server;
    requires static org.eclipse.jetty.http;
    requires static org.eclipse.jetty.http2.common;
    requires static org.eclipse.jetty.http2.server;
    requires static org.eclipse.jetty.io;
    requires static org.eclipse.jetty.server;
    requires static org.eclipse.jetty.util;
    requires static transitive org.jspecify;
    requires transitive java.net.http;
    requires jdk.httpserver;
    requires micrometer.core;
    requires micrometer.registry.prometheus;
    requires org.slf4j;

    exports org.banip.server.address;
    exports org.banip.server.audit;
    exports org.banip.server.client to
            org.banip.surrogate,
            org.banip.surrogate.oidc,
            org.banip.wsb.jwt;
    exports org.banip.server.connection to
            org.banip.surrogate,
            org.banip.wsb;
    exports org.banip.server.executor;
    exports org.banip.server.file to
            org.banip.app,
            org.banip.gateway,
            org.banip.surrogate,
            org.banip.surrogate.jini,
            org.banip.surrogate.oidc,
            org.banip.wsb,
            org.banip.wsb.jwt;
    exports org.banip.server.grant;
    exports org.banip.server.health;
    exports org.banip.server.listen;
    exports org.banip.server.log to
            org.banip.app,
            org.banip.gateway,
            org.banip.server.http3,
            org.banip.surrogate,
            org.banip.surrogate.jini,
            org.banip.surrogate.oidc,
            org.banip.wsb,
            org.banip.wsb.announce,
            org.banip.wsb.jini,
            org.banip.wsb.jwt;
    exports org.banip.server.password;
    exports org.banip.server.quota;
    exports org.banip.server.request to
            org.banip.server.http3,
            org.banip.surrogate,
            org.banip.wsb;
    exports org.banip.server.settings;
    exports org.banip.server.spi to
            org.banip.server.http3;
    exports org.banip.server.tls;

    uses org.banip.server.spi.QuicFront;
}
