package org.banip.surrogate.viewer;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.ResponseStream;
import org.jspecify.annotations.Nullable;

/**
 * Carries an export from the thread that writes it to the client, at the client's speed: at most four pieces of 32 KiB wait. The writer fails if its
 * client reads nothing for a while, has gone, or may not have the export any more. While the writer waits, another export works.
 */
final class ExportStream extends OutputStream implements ResponseStream.Source {
    private static final int PIECE_BYTES = 32_768;
    private static final int MOST_PIECES = 4;
    private static final long LOOK_MILLIS = 1_000;

    private final AsyncRequest call;
    private final ExportPlaces.Place place;
    private final ResponseStream response;
    private final Duration patience;
    private final BooleanSupplier allowed;

    /** Of the writing thread. */
    private byte[] piece = new byte[PIECE_BYTES];

    private int length;

    /** Guarded by the monitor. */
    private final ArrayDeque<byte[]> pieces = new ArrayDeque<>();

    private boolean complete;
    private boolean over;

    /**
     * A stream into an answer whose head is set.
     *
     * @param place of this export, whose turn it is to work
     * @param patience how long the client may read nothing
     * @param allowed whether the client may still have the export; asked for each piece, and each second while the writer waits
     */
    ExportStream(AsyncRequest call, ExportPlaces.Place place, Duration patience, BooleanSupplier allowed) {
        this.call = call;
        this.place = place;
        this.patience = patience;
        this.allowed = allowed;
        response = new ResponseStream(call, this);
    }

    /** Begins to answer; called on the request's serial executor. */
    void begin() {
        call.atEnd(this::end);
        response.begin();
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        int written = 0;
        while (written < count) {
            int part = Math.min(count - written, PIECE_BYTES - length);
            System.arraycopy(bytes, from + written, piece, length, part);
            length += part;
            written += part;
            if (length == PIECE_BYTES) {
                pass();
            }
        }
    }

    /** Lets another export work that waits. Asked for what is written before it is compressed, which may be a thousand times as much. */
    void takeTurns() throws IOException {
        try {
            place.takeTurns();
        } catch (InterruptedException e) {
            throw stopped(e);
        }
    }

    private IOException stopped(InterruptedException cause) {
        Thread.currentThread().interrupt();
        breakOff();
        return new IOException("the host stops", cause);
    }

    private void pass() throws IOException {
        byte[] full = length == PIECE_BYTES ? piece : Arrays.copyOf(piece, length);
        piece = new byte[PIECE_BYTES];
        length = 0;
        try {
            awaitRoom();
            checkAllowed();
            add(full);
        } catch (InterruptedException e) {
            throw stopped(e);
        } catch (IOException e) {
            breakOff();
            throw e;
        }
        response.wake();
    }

    private void awaitRoom() throws IOException, InterruptedException {
        if (hasRoom(0)) {
            return;
        }
        place.pause();
        long waitsSince = System.nanoTime();
        while (!hasRoom(LOOK_MILLIS)) {
            checkAllowed();
            if (System.nanoTime() - waitsSince > patience.toNanos()) {
                throw new IOException("the client reads nothing");
            }
        }
        place.work();
    }

    private void checkAllowed() throws IOException {
        if (!allowed.getAsBoolean()) {
            throw new IOException("it was revoked, or the host stops");
        }
    }

    /** Waits for up to this time until there is room for another piece. Returns true also if nobody reads any more. */
    @SuppressWarnings("WaitNotInLoop") // the caller asks again
    private synchronized boolean hasRoom(long millis) throws InterruptedException {
        if (millis > 0 && !over && pieces.size() >= MOST_PIECES) {
            wait(millis);
        }
        return over || pieces.size() < MOST_PIECES;
    }

    private synchronized void add(byte[] full) throws IOException {
        if (over) {
            throw new IOException("the client has gone");
        }
        pieces.add(full);
    }

    /** Breaks off: nothing more is taken, not even the directory that an archive writes when it is closed. */
    synchronized void breakOff() {
        over = true;
    }

    /** Ends the answer in order. */
    void complete() throws IOException {
        if (length > 0) {
            pass();
        }
        synchronized (this) {
            complete = true;
        }
        response.wake();
    }

    @Override
    public void collect(ResponseStream to) {
        byte[] next;
        boolean end;
        synchronized (this) {
            byte @Nullable [] waiting = pieces.poll();
            next = waiting == null ? new byte[0] : waiting;
            end = complete && pieces.isEmpty();
            notifyAll();
        }
        to.write(next, next.length, end);
        if (next.length > 0 && !end) {
            to.wake();
        }
    }

    /** There is nobody who reads. */
    synchronized void end() {
        over = true;
        pieces.clear();
        notifyAll();
    }
}
