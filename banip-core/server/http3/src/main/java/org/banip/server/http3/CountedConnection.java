package org.banip.server.http3;

import java.net.InetAddress;
import org.banip.server.address.ByNetwork;
import org.banip.server.address.ClientNetwork;

/** One connection among those that are counted, and whether it may give way to others. The QUIC thread only, but for what says otherwise. */
final class CountedConnection {
    private final ConnectionCounts counts;
    private final ClientNetwork network;
    private final boolean isProxys;
    private final Runnable close;

    /** Whether it counts. */
    private boolean entered;

    /** Whether it never gives way: it is a trusted proxy's, somebody was authenticated on it, or it ends anyway. Guarded by this. */
    private boolean stays;

    /**
     * Does not count yet.
     *
     * @param close closes it for the sake of others
     */
    CountedConnection(ConnectionCounts counts, InetAddress client, Runnable close) {
        this.counts = counts;
        this.close = close;
        network = ClientNetwork.of(client);
        isProxys = counts.isProxys(client);
        stays = isProxys;
    }

    ClientNetwork network() {
        return network;
    }

    /** Whether it is a trusted proxy's, which carries requests of many. */
    boolean isProxys() {
        return isProxys;
    }

    /** It begins; another one may give way to it. Returns false if there is no room. */
    boolean enter() {
        entered = counts.enter(this);
        if (entered) {
            join(counts.waiting());
        }
        return entered;
    }

    /** Its first request begins. */
    void busy() {
        join(counts.unauthenticated());
    }

    /** Its last request has ended. */
    void idle() {
        join(counts.waiting());
    }

    private synchronized void join(ByNetwork<CountedConnection> others) {
        if (!stays) {
            forget();
            others.add(network, this);
        }
    }

    private void forget() {
        counts.waiting().remove(network, this);
        counts.unauthenticated().remove(network, this);
    }

    /** It does not give way from now on: somebody has proved on it who they are. Any thread. */
    synchronized void stay() {
        stays = true;
        forget();
    }

    /** Closes it for the sake of others. Returns false if it stays. */
    boolean giveWay() {
        synchronized (this) {
            if (stays) {
                return false;
            }
        }
        leave();
        close.run();
        return true;
    }

    /** It ends. */
    void leave() {
        stay();
        if (entered) {
            entered = false;
            counts.leave(network);
        }
    }
}
