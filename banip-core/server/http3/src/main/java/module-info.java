/** HTTP/3 for servers that listen by themselves. */
@SuppressWarnings("module") // the 3 is no version of the module
module org.banip.server.http3 {
    requires org.banip.core;
    requires org.banip.server;
    requires io.netty.buffer;
    requires io.netty.codec.classes.quic;
    requires io.netty.codec.http3;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires org.eclipse.jetty.http;
    requires org.eclipse.jetty.io;
    requires org.eclipse.jetty.server;
    requires org.eclipse.jetty.util;
    requires static transitive org.jspecify;
    requires org.slf4j;

    provides org.banip.server.spi.QuicFront with
            org.banip.server.http3.Http3Front;
}
