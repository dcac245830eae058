package org.banip.mbu;

import java.io.IOException;
import java.time.Duration;
import org.banip.core.frame.FrameBuffer;
import org.banip.mbu.spi.FrameSource;

/** Passes all calls on to another source. A test overrides the call in which its fault happens. */
class ForwardingFrameSource implements FrameSource {
    private final FrameSource source;

    ForwardingFrameSource(FrameSource source) {
        this.source = source;
    }

    @Override
    public String surrogate() {
        return source.surrogate();
    }

    @Override
    public Duration silence() {
        return source.silence();
    }

    @Override
    public void beginBody() {
        source.beginBody();
    }

    @Override
    public Filled poll(FrameBuffer out, int maxPackets, int maxBytes) throws IOException {
        return source.poll(out, maxPackets, maxBytes);
    }

    @Override
    public void onlyRepeatable(boolean only) {
        source.onlyRepeatable(only);
    }

    @Override
    public void checkUnbroken() throws IOException {
        source.checkUnbroken();
    }

    @Override
    public void onReady(Runnable wake) {
        source.onReady(wake);
    }

    @Override
    public long nanosUntilPoll() {
        return source.nanosUntilPoll();
    }

    @Override
    public Filled fill(FrameBuffer out, int maxPackets, int maxBytes, Duration patience)
            throws IOException, InterruptedException {
        return source.fill(out, maxPackets, maxBytes, patience);
    }

    @Override
    public void bodyAnswered() throws IOException {
        source.bodyAnswered();
    }

    @Override
    public HostFrames hostFrames() {
        return source.hostFrames();
    }

    @Override
    public void breakOff(Exception reason) {
        source.breakOff(reason);
    }
}
