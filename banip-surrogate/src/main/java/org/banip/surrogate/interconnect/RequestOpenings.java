package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.packet.PacketHeader;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Begins data requests and reverse channels of one interconnect; their peers are told to begin, or that they fail. Any thread; they begin on the serial
 * executor.
 */
final class RequestOpenings {
    private static final Logger LOG = ServerLog.of(RequestOpenings.class);

    private final InterconnectParts shared;
    private final ReceivePath path;

    RequestOpenings(InterconnectParts shared, ReceivePath path) {
        this.shared = shared;
        this.path = path;
    }

    /** A data request. */
    DataRequest open(DataPeer peer) {
        return open(peer, null);
    }

    /** A data request whose answer is a reverse channel, which opens if the request is taken. */
    DataRequest openDuplex(DataPeer peer, OpenReverseChannel channel) {
        channel.answersData();
        return open(peer, channel);
    }

    private DataRequest open(DataPeer peer, @Nullable OpenReverseChannel answer) {
        DataRequest request =
                new DataRequest(path, shared.executor, peer, shared.receptions.size(), "interconnect " + shared.id());
        shared.executor.execute(() -> begin(request, answer));
        return request;
    }

    private void begin(DataRequest request, @Nullable OpenReverseChannel answer) {
        try {
            shared.checkNotEnded();
            path.resynchronisation().checkStorage();
            shared.parts.quotas().check(shared.record.identity(), shared.record.session());
            long now = shared.parts.clock().monotonicNanos();
            shared.requests.makeRoom(now);
            if (!request.peer().isEarly()) {
                path.signs().heard();
            }
            List<@Nullable PacketHeader> lastKnown = new ArrayList<>();
            shared.receptions.forEach(
                    reception -> lastKnown.add(reception.decoder().lastPacket()));
            request.begin(
                    lastKnown,
                    shared.stateless(),
                    now,
                    shared.paths.named(request.peer().path()));
            shared.requests.add(request);
            if (answer != null) {
                request.answeredOn(answer);
                opened(answer);
            }
            request.peer().begun();
        } catch (BanipException e) {
            request.peer().fail(e);
        } catch (RuntimeException | Error e) {
            shared.requests.failed(request, e);
        }
    }

    /** A reverse channel. */
    void open(OpenReverseChannel channel) {
        shared.executor.execute(() -> begin(channel));
    }

    private void begin(OpenReverseChannel channel) {
        try {
            shared.checkNotEnded();
            opened(channel);
        } catch (BanipException e) {
            channel.peer().fail(e);
        } catch (RuntimeException | Error e) {
            LOG.error("{}: a reverse channel failed", shared.id(), e);
            channel.peer().fail(DataRequests.internal(shared.id(), e));
        }
    }

    private void opened(OpenReverseChannel channel) {
        shared.reverse.open(channel);
        shared.requests.answerTimes();
    }
}
