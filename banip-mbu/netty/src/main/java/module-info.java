/** Uplinks on Netty for the library that the app of a mobile base unit embeds. {@code ServiceLoader} finds them. */
module org.banip.mbu.netty {
    requires transitive org.banip.mbu;
    requires io.netty.buffer;
    requires io.netty.codec.http;
    requires io.netty.codec.http2;
    requires static io.netty.codec.http3;
    requires static io.netty.codec.classes.quic;
    requires io.netty.common;
    requires io.netty.codec;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;
    requires static org.jspecify;
    requires org.slf4j;

    exports org.banip.mbu.netty;

    provides org.banip.mbu.spi.UplinkFactory with
            org.banip.mbu.netty.AutoUplinkFactory,
            org.banip.mbu.netty.DuplexUplinkFactory,
            org.banip.mbu.netty.Http2UplinkFactory,
            org.banip.mbu.netty.Http3UplinkFactory;
}
