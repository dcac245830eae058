package org.banip.mbu.netty;

import java.io.IOException;
import java.time.Duration;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;

/**
 * {@code auto}: HTTP/2 if the broker chooses it by ALPN, else {@code duplex}, which does as {@code chunked} does where it must. What a broker
 * chose is remembered for all MBUs of the process.
 */
final class AutoUplink implements Uplink {
    /** Something that is done with one of the uplinks. */
    private interface Use<T> {
        T with(Uplink uplink) throws IOException, InterruptedException;
    }

    private static final PathMemory WITHOUT_HTTP2 = new PathMemory(Duration.ofMinutes(10));

    private final UplinkContext context;
    private final boolean secure;
    private final Http2Uplink http2;
    private final DuplexUplink duplex;

    AutoUplink(UplinkContext context, Duration patience) {
        this.context = context;
        secure = "https".equalsIgnoreCase(context.base().getScheme());
        http2 = new Http2Uplink(context);
        duplex = new DuplexUplink(context, patience);
    }

    private boolean usesHttp2() {
        return secure && !WITHOUT_HTTP2.has(context);
    }

    /** Uses HTTP/2, unless the broker turns out not to speak it. Then nothing was sent yet, and the other uplink is used. */
    private <T> T use(Use<T> use) throws IOException, InterruptedException {
        if (usesHttp2()) {
            try {
                return use.with(http2);
            } catch (OtherProtocolException e) {
                WITHOUT_HTTP2.remember(context);
            }
        }
        return use.with(duplex);
    }

    @Override
    public boolean registersWhileCarrying() {
        return !usesHttp2() && duplex.registersWhileCarrying();
    }

    @Override
    public String register(String document) throws IOException {
        return uninterrupted(uplink -> uplink.register(document));
    }

    @Override
    public void carry(FrameSource source) throws IOException, InterruptedException {
        boolean unusedDone = use(uplink -> {
            uplink.carry(source);
            return true;
        });
    }

    @Override
    public void deregister(String surrogate) throws IOException {
        boolean unusedDone = uninterrupted(uplink -> {
            uplink.deregister(surrogate);
            return true;
        });
    }

    private <T> T uninterrupted(Use<T> use) throws IOException {
        try {
            return use(use);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("told to end", e);
        }
    }

    @Override
    public void close() {
        http2.close();
        duplex.close();
    }
}
