package org.banip.surrogate.endpoint;

import org.banip.core.error.BanipException;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.surrogate.interconnect.DataPeer;
import org.banip.surrogate.interconnect.DataRequest;
import org.banip.surrogate.interconnect.HostInterconnect;
import org.banip.surrogate.interconnect.OpenReverseChannel;

/**
 * The HTTP half of a data request whose answer is a reverse channel (docs/protocol.md, section 4.2). If either ends, both do. Owned by the request's
 * serial executor.
 */
final class DuplexStream implements DataPeer {
    private final HostRequests requests;
    private final AsyncRequest call;
    private final boolean early;
    private final String path;
    private final OpenReverseChannel channel;
    private final DataRequest data;

    private DuplexStream(HostRequests requests, AsyncRequest call, HostInterconnect interconnect) {
        this.requests = requests;
        this.call = call;
        early = EarlyData.is(call.request());
        path = PathName.of(call.request());
        channel = new ReverseStream(requests, call, interconnect, this::end).channel();
        data = interconnect.openDuplex(this, channel);
    }

    /** Reads the body of a request into an interconnect and answers with its reverse channel, if the interconnect takes data now. */
    static void open(HostRequests requests, AsyncRequest call, HostInterconnect interconnect) {
        DuplexStream opened = new DuplexStream(requests, call, interconnect);
        call.atEnd(opened.data::close);
        call.atEnd(opened.channel::close);
    }

    @Override
    public void begun() {
        call.executor().execute(() -> {
            if (!call.hasEnded()) {
                call.body().readInto(data);
            }
        });
    }

    @Override
    public boolean readsBriefly() {
        return call.body().isBriefRound();
    }

    /** The channel has ended, for whatever reason: nothing more of the body counts. */
    private void end() {
        data.close();
        requests.end(call);
    }

    @Override
    public boolean isEarly() {
        return early;
    }

    @Override
    public String path() {
        return path;
    }

    /** The channel acknowledges what the frames would, and time requests were answered on it. */
    @Override
    public void answer(byte[] frames) {
        channel.finish();
    }

    @Override
    public void fail(BanipException cause) {
        call.executor().execute(() -> {
            if (call.isAnswering()) {
                // The error was reported on all reverse channels, so on this one, too.
                channel.finish();
                return;
            }
            if (!call.hasEnded()) {
                call.closeAfterAnswer();
            }
            requests.refuse(call, cause);
        });
    }
}
