/** Experiments, comparison with peers, benchmarks and reports; the only module that sees all others. */
module org.banip.measure {
    requires californium.core;
    requires com.hivemq.client.mqtt;
    requires element.connector;
    requires info.picocli;
    requires io.grpc;
    requires io.grpc.netty;
    requires io.grpc.stub;
    requires io.nats.jnats;
    requires io.netty.buffer;
    requires io.netty.codec.classes.quic;
    requires io.netty.codec.http;
    requires io.netty.codec.http2;
    requires io.netty.codec.http3;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires java.management;
    requires java.net.http;
    requires java.sql;
    requires jdk.httpserver;
    requires org.banip.alerts;
    requires org.banip.app;
    requires org.banip.core;
    requires org.banip.emulator;
    requires org.banip.mbu;
    requires org.banip.recordings;
    requires org.banip.seal;
    requires org.banip.server;
    requires org.banip.surrogate;
    requires org.banip.surrogate.api;
    requires org.banip.surrogate.jini;
    requires org.banip.transcoders;
    requires org.banip.wsb;
    requires com.github.luben.zstd_jni;
    requires org.eclipse.jetty.http;
    requires org.eclipse.jetty.io;
    requires org.eclipse.jetty.server;
    requires org.eclipse.jetty.util;
    requires org.eclipse.jetty.websocket.api;
    requires org.eclipse.jetty.websocket.client;
    requires org.eclipse.jetty.websocket.server;
    requires HdrHistogram;
    requires jmh.core;
    requires org.tukaani.xz;
    requires org.slf4j;
    requires static org.jspecify;

    opens org.banip.measure.command to
            info.picocli;

    provides org.banip.app.spi.CommandProvider with
            org.banip.measure.command.MeasureCommands;
}
