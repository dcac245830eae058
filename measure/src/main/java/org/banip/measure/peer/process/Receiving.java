package org.banip.measure.peer.process;

import java.io.IOException;
import java.time.Duration;
import org.banip.core.ban.BanDescription;
import org.banip.measure.peer.reception.PeerStore;
import org.banip.measure.peer.reception.Reception;
import org.banip.measure.peer.transport.PeerServer;

/** The receiving end of a run, with its store. */
interface Receiving extends AutoCloseable {
    /** The port for the sender. */
    int port();

    /** Processor time of processes beside this one. */
    Duration helpersCpu();

    /** Duplicate packets so far. */
    long doubled();

    /** Sensor sets stored, so far. */
    long stored();

    /** What arrived so far. */
    Reception.Counters counters();

    /** Waits until this number of sensor sets is stored, at most for this time; no more arrive afterwards. */
    Reception.Counters finish(long units, Duration patience) throws InterruptedException;

    @Override
    void close();

    /** Begins to listen. */
    static Receiving start(RunArguments arguments) throws IOException, InterruptedException {
        return Peers.isBanip(arguments.peer()) ? new BanipReceiving(arguments) : new OfPeer(arguments);
    }

    /** The receiving end of a peer other than BANip. */
    final class OfPeer implements Receiving {
        private final PeerStore store;
        private final PeerServer server;

        private OfPeer(RunArguments arguments) throws IOException, InterruptedException {
            BanDescription ban =
                    new BanDescription("peer", arguments.source().open().groups());
            store = PeerStore.open(arguments.store(), ban);
            try {
                server = Peers.peer(arguments.peer()).serve(arguments.address(), arguments.folder(), store.reception());
            } catch (IOException | RuntimeException e) {
                store.close();
                throw e;
            }
        }

        @Override
        public int port() {
            return server.port();
        }

        @Override
        public Duration helpersCpu() {
            return server.helpersCpu();
        }

        @Override
        public long doubled() {
            return store.reception().counters().doubled();
        }

        @Override
        public long stored() {
            return store.reception().storedUnits();
        }

        @Override
        public Reception.Counters counters() {
            return store.reception().counters();
        }

        @Override
        public Reception.Counters finish(long units, Duration patience) throws InterruptedException {
            store.reception().finish(units, patience.toNanos());
            return counters();
        }

        @Override
        public void close() {
            server.close();
            store.close();
        }
    }
}
