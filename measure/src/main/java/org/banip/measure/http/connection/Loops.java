package org.banip.measure.http.connection;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The one event loop of a process. */
public final class Loops {
    /** How its thread's name begins; not longer than the 15 characters that the kernel keeps. */
    public static final String NAME = "banip-http-loop";

    private Loops() {}

    /** A new one; its thread begins with its first task. */
    public static EventLoopGroup one() {
        return new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(NAME), NioIoHandler.newFactory());
    }
}
