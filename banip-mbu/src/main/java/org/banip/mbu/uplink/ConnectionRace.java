package org.banip.mbu.uplink;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connects to the first of several addresses that answers (RFC 8305). The next attempt begins when one has failed, or has not ended after {@link
 * AddressOrder#NEXT_AFTER}. Each attempt has a thread of its own; a single address is connected to on
 * the calling thread. One thread; {@link #end} is for any.
 */
public final class ConnectionRace {
    /** Makes sockets that are not connected yet. */
    public interface Opening {
        /** A socket that is not connected. */
        Socket open() throws IOException;
    }

    private static final String THREAD = "banip-connect";

    private final Opening opening;
    private final int port;
    private final int timeoutMillis;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Attempt> over = new LinkedBlockingQueue<>();
    private volatile boolean ended;

    /**
     * A race that has not begun.
     *
     * @param timeoutMillis of each attempt; 0 for that of the system
     */
    public ConnectionRace(Opening opening, int port, int timeoutMillis) {
        this.opening = opening;
        this.port = port;
        this.timeoutMillis = timeoutMillis;
    }

    /** An attempt to connect to one address. */
    private final class Attempt implements Runnable {
        private final InetAddress address;
        private @Nullable Socket socket;
        private @Nullable IOException failure;
        private boolean connected;

        Attempt(InetAddress address) {
            this.address = address;
        }

        @Override
        public void run() {
            try {
                Socket mine = opening.open();
                socket = mine;
                open.add(mine);
                if (ended) {
                    mine.close();
                }
                mine.connect(new InetSocketAddress(address, port), timeoutMillis);
                connected = true;
            } catch (IOException e) {
                failure = e;
            } catch (RuntimeException e) {
                failure = new IOException("cannot connect to " + address.getHostAddress() + ": " + e, e);
            } finally {
                over.add(this); // hands the fields over
            }
        }
    }

    /**
     * A connected socket. Removes from the list what is decided: its address and those that failed, or all if the race was ended.
     *
     * @throws IOException the failure of the attempt that failed first, if all did
     */
    public Socket first(List<InetAddress> addresses) throws IOException {
        List<InetAddress> waiting = new ArrayList<>(addresses);
        IOException problem = null;
        for (int running = 0; ; ) {
            if (!waiting.isEmpty()) {
                begin(new Attempt(waiting.remove(0)), addresses.size() == 1);
                running++;
            }
            Attempt done = await(waiting.isEmpty());
            if (ended) {
                addresses.clear();
                throw new InterruptedIOException("told to end");
            }
            if (done == null) {
                continue;
            }
            running--;
            addresses.remove(done.address);
            if (done.connected && done.socket != null) {
                closeAllBut(done.socket);
                return done.socket;
            }
            problem = problem == null ? done.failure : problem;
            if (running == 0 && waiting.isEmpty()) {
                throw problem == null ? new IOException("the attempt to connect failed") : problem;
            }
        }
    }

    private static void begin(Attempt attempt, boolean alone) {
        if (alone) {
            attempt.run();
            return;
        }
        Thread thread = new Thread(attempt, THREAD);
        thread.setDaemon(true);
        thread.start();
    }

    /** The next attempt that is over; null if it is time for another one. */
    private @Nullable Attempt await(boolean last) {
        Attempt done = over.poll();
        if (done != null) {
            return done;
        }
        try {
            return last ? over.take() : over.poll(AddressOrder.NEXT_AFTER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            end();
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Ends all attempts: the race fails. Any thread. */
    public void end() {
        ended = true;
        closeAllBut(null);
    }

    private void closeAllBut(@Nullable Socket winner) {
        ended = true;
        for (Socket socket : open) {
            if (socket != winner) {
                try {
                    socket.close();
                } catch (IOException e) {
                    // closing failed, so it is unusable anyway
                }
            }
        }
    }

    /** Stands for all sockets of the race: closing it ends the race. */
    Socket handle() {
        return new Handle(this);
    }

    private static final class Handle extends Socket {
        private final ConnectionRace race;

        Handle(ConnectionRace race) {
            this.race = race;
        }

        /** The real one would make a socket of the system. */
        @Override
        public synchronized int getSoTimeout() {
            return 0;
        }

        @Override
        public synchronized void close() throws IOException {
            race.end();
            super.close();
        }
    }
}
