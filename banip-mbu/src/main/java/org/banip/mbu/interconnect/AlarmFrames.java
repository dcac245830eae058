package org.banip.mbu.interconnect;

import java.io.IOException;
import org.banip.core.frame.FrameBuffer;
import org.banip.mbu.spi.Uplink.PolledBody;

/**
 * The alarms of an exchange, for a request of their own. Window, errors and the end are those of the exchange. Belongs to the thread that polls,
 * except for what is volatile.
 */
final class AlarmFrames implements PolledBody {
    private final Exchange exchange;
    private final BodyItems items;
    private volatile Runnable wake = () -> {};

    AlarmFrames(Exchange exchange, BodyItems items) {
        this.exchange = exchange;
        this.items = items;
    }

    /** There is another data request, so no frame may refer to packets before the body (docs/protocol.md, section 5.2). */
    @Override
    public void beginBody() {
        items.begin(false);
    }

    @Override
    public Filled poll(FrameBuffer out, int maxPackets, int maxBytes) throws IOException {
        synchronized (exchange) { // as its own polls
            exchange.checkUnbroken();
            if (exchange.paused()) {
                return Filled.END;
            }
            int before = out.length();
            boolean finishing = exchange.isFinishing(); // read first, as in the exchange
            items.append(out, maxPackets, (long) before + maxBytes, exchange.now());
            if (out.length() > before) {
                return Filled.FRAMES;
            }
            return finishing && items.areDrained() ? Filled.END : Filled.NOTHING;
        }
    }

    @Override
    public void checkUnbroken() throws IOException {
        exchange.checkUnbroken();
    }

    @Override
    public void onReady(Runnable action) {
        wake = action;
    }

    /** There may be an alarm, or room for it. Any thread. */
    void wake() {
        wake.run();
    }

    /** Keep-alives go with the other request. */
    @Override
    public long nanosUntilPoll() {
        return Math.min(exchange.keepAlive().toNanos(), items.nanosUntilAsked());
    }

    @Override
    public HostFrames hostFrames() {
        return exchange.hostFrames();
    }
}
