package org.banip.surrogate.endpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.banip.core.error.BanipException;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.RequestBody;
import org.banip.surrogate.interconnect.DataPeer;
import org.banip.surrogate.interconnect.DataRequest;
import org.banip.surrogate.interconnect.HostInterconnect;

/**
 * The HTTP half of a data request: its body goes to the interconnect, which stops the reading when there is no room; the answer goes out when
 * everything is durable. Owned by the request's serial executor.
 */
final class DataBody implements RequestBody.Sink, DataPeer {
    private final HostRequests requests;
    private final AsyncRequest call;
    private final DataRequest data;

    private DataBody(HostRequests requests, AsyncRequest call, HostInterconnect interconnect) {
        this.requests = requests;
        this.call = call;
        data = interconnect.openDataRequest(this);
    }

    /** Reads the body of a request into an interconnect, if it takes data now. */
    static void read(HostRequests requests, AsyncRequest call, HostInterconnect interconnect) {
        DataBody body = new DataBody(requests, call, interconnect);
        call.atEnd(body.data::close);
    }

    @Override
    public void begun() {
        call.executor().execute(() -> {
            if (!call.hasEnded()) {
                call.body().readInto(this);
            }
        });
    }

    @Override
    public void take(ByteBuffer bytes, Runnable done) {
        data.take(bytes, done);
    }

    @Override
    public void end() {
        data.end();
    }

    @Override
    public void answer(byte[] frames) {
        call.executor().execute(() -> {
            if (call.hasEnded() || call.isAnswering()) {
                return;
            }
            call.answering();
            try {
                Answers.frames(call.response(), frames);
                call.complete();
            } catch (IOException | IllegalStateException e) {
                call.broken(e);
            }
        });
    }

    @Override
    public void fail(BanipException cause) {
        call.executor().execute(() -> {
            if (!call.hasEnded() && !call.isAnswering()) {
                // docs/protocol.md, section 4: an error closes the connection of a data request.
                call.response().setHeader("Connection", "close");
            }
            requests.refuse(call, cause);
        });
    }
}
