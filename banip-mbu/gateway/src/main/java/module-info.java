/** The gateway: takes samples of devices by MQTT and HTTP, and sends them as mobile base units do. */
module org.banip.gateway {
    requires transitive org.banip.mbu;
    requires transitive org.banip.server;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.codec.mqtt;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires static org.jspecify;
    requires org.slf4j;

    exports org.banip.gateway;
    exports org.banip.gateway.session;
    exports org.banip.gateway.settings;
    exports org.banip.gateway.spi;
}
