package org.banip.surrogate.endpoint;

import org.banip.core.error.BanipException;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.surrogate.interconnect.DataPeer;
import org.banip.surrogate.interconnect.DataRequest;
import org.banip.surrogate.interconnect.HostInterconnect;

/**
 * The HTTP half of a data request: has the body read into the interconnect, and gives the answer when everything is durable. Owned by the
 * request's serial executor.
 */
final class HttpDataPeer implements DataPeer {
    private final HostRequests requests;
    private final AsyncRequest call;
    private final boolean early;
    private final String path;
    private final DataRequest data;

    private HttpDataPeer(HostRequests requests, AsyncRequest call, HostInterconnect interconnect) {
        this.requests = requests;
        this.call = call;
        early = EarlyData.is(call.request());
        path = PathName.of(call.request());
        data = interconnect.openDataRequest(this);
    }

    /** Reads the body of a request into an interconnect, if it takes data now. */
    static void read(HostRequests requests, AsyncRequest call, HostInterconnect interconnect) {
        HttpDataPeer peer = new HttpDataPeer(requests, call, interconnect);
        call.atEnd(peer.data::close);
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

    @Override
    public boolean isEarly() {
        return early;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public void answer(byte[] frames) {
        call.executor().execute(() -> {
            if (!call.hasEnded() && !call.isAnswering()) {
                Answers.frames(call, frames);
            }
        });
    }

    @Override
    public void fail(BanipException cause) {
        call.executor().execute(() -> {
            if (!call.hasEnded() && !call.isAnswering()) {
                // docs/protocol.md, section 4: an error closes the connection of a data request.
                call.closeAfterAnswer();
            }
            requests.refuse(call, cause);
        });
    }
}
