package org.banip.surrogate.endpoint;

import org.banip.core.error.BanipException;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.interconnect.Protocol;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.server.request.ResponseStream;
import org.banip.surrogate.interconnect.HostInterconnect;
import org.banip.surrogate.interconnect.OpenReverseChannel;
import org.banip.surrogate.interconnect.ReversePeer;

/** The HTTP half of a reverse channel: an answer without end. Owned by the request's serial executor. */
final class ReverseStream implements ResponseStream.Source, ReversePeer {
    private final HostRequests requests;
    private final AsyncRequest call;
    private final boolean early;
    private final String path;
    private final ResponseStream stream;
    private final OpenReverseChannel channel;
    private final FrameBuffer frames = new FrameBuffer(256);
    private final Runnable write = this::write;
    private final Runnable writeLast = this::writeLast;

    /** A reverse channel that is not yet open; {@code atEnd} ends the answer. */
    ReverseStream(HostRequests requests, AsyncRequest call, HostInterconnect interconnect, Runnable atEnd) {
        this.requests = requests;
        this.call = call;
        early = EarlyData.is(call.request());
        path = PathName.of(call.request());
        stream = new ResponseStream(call, this, atEnd);
        channel = interconnect.reverseChannel(this);
    }

    /** Answers a request with an interconnect's reverse channel, if the interconnect has not ended. */
    static void open(HostRequests requests, AsyncRequest call, HostInterconnect interconnect) {
        ReverseStream opened = new ReverseStream(requests, call, interconnect, call::complete);
        interconnect.open(opened.channel);
        call.atEnd(opened.channel::close);
    }

    OpenReverseChannel channel() {
        return channel;
    }

    @Override
    public void begun() {
        call.executor().execute(() -> {
            if (!call.hasEnded()) {
                call.response().setContentType(Protocol.FRAMES_TYPE);
                call.response().setHeader("Cache-Control", "no-store");
                stream.begin();
            }
        });
    }

    @Override
    public boolean isEarly() {
        return early;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public void ready() {
        stream.wake();
    }

    @Override
    public void fail(BanipException cause) {
        requests.refuse(call, cause);
    }

    @Override
    public void collect(ResponseStream to) {
        frames.clear();
        channel.collect(frames);
    }

    @Override
    public void collected(boolean end) {
        call.executor().execute(end ? writeLast : write);
    }

    private void write() {
        stream.write(frames.bytes(), frames.length(), false);
    }

    private void writeLast() {
        stream.write(frames.bytes(), frames.length(), true);
    }
}
