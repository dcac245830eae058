package org.banip.mbu.testhost;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the requests of one connection, on its own thread. */
final class HostConnection implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(HostConnection.class);

    private final TestHost host;
    private final Socket socket;
    private final HttpOut out;
    private final int number;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean waiting;

    HostConnection(TestHost host, Socket socket, int number) {
        this.host = host;
        this.socket = socket;
        out = new HttpOut(socket);
        this.number = number;
    }

    @Override
    public void run() {
        try (socket) {
            HttpIn in = new HttpIn(new BufferedInputStream(socket.getInputStream()));
            boolean more = true;
            while (more && in.next()) {
                try {
                    more = serve(in);
                } finally {
                    host.seen(seen(in));
                }
            }
        } catch (IOException e) {
            // the other side closed the connection, or the test demands it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.countDown();
        }
    }

    private SeenRequest seen(HttpIn in) {
        return new SeenRequest(number, in.head(), in.bytes(), in.chunks());
    }

    boolean ended() {
        return ended.getCount() == 0;
    }

    /** Waits until the thread reads no more bytes. */
    void awaitEnd() {
        try {
            while (!waiting && !ended.await(1, TimeUnit.MILLISECONDS)) {
                // waits for a read that is under way
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // closing failed, so it is unusable anyway
        }
    }

    /** Serves one request. Returns false if the connection ends with it. */
    private boolean serve(HttpIn in) throws IOException, InterruptedException {
        try {
            TestHost.Kind kind = Target.kind(in);
            Fault fault = host.nextFault(kind);
            LOG.debug("connection {}: {} {}", number, kind, fault);
            if (fault.raw().isPresent()) {
                out.write(fault.raw().get().getBytes(StandardCharsets.ISO_8859_1));
                return false;
            }
            host.checkAuthorization(in.header("Authorization"));
            switch (kind) {
                case REGISTER:
                    return register(in, fault);
                case DATA:
                    return Target.isDuplex(in) ? duplex(in, fault) : data(in, fault);
                case REVERSE:
                    return reverse(in, fault);
                default:
                    host.deregister(Target.session(in));
                    out.write(HttpOut.head("204 No Content"));
                    return true;
            }
        } catch (BanipException e) {
            out.refuse(e);
            return false;
        }
    }

    private boolean register(HttpIn in, Fault fault) throws IOException {
        try {
            return takeRegistration(in, fault);
        } catch (BanipException | IOException e) {
            host.registrationFailed();
            throw e;
        }
    }

    private boolean takeRegistration(HttpIn in, Fault fault) throws IOException {
        if (fault.error().isPresent()) {
            throw new BanipException(fault.error().get(), "the test wants it so");
        }
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        byte[] bytes = new byte[4096];
        int count = in.read(bytes, bytes.length);
        while (count >= 0) {
            document.write(bytes, 0, count);
            count = in.read(bytes, bytes.length);
        }
        if (fault.cutAfter() >= 0) {
            host.registrationFailed();
            return false;
        }
        if (ContentDigest.contradicts(in.header(ContentDigest.HEADER), document.toByteArray())) {
            throw new BanipException(ErrorCode.CHECKSUM_MISMATCH, "registration, test host");
        }
        byte[] answer = host.register(document.toString(StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        if (fault.answerDropped()) {
            return false;
        }
        out.write(HttpOut.head(
                "201 Created",
                "Content-Type: " + Protocol.JSON_TYPE,
                ContentDigest.HEADER + ": " + ContentDigest.of(answer),
                "Content-Length: " + answer.length));
        out.write(answer);
        return true;
    }

    /** The session of a request, which may have come before its registration. */
    private HostSession session(HttpIn in) throws InterruptedException {
        UUID id = Target.session(in);
        if (host.knowsAwaiting && in.header(Protocol.AWAIT_HEADER).equals(Protocol.AWAIT_REGISTRATION)) {
            waiting = true;
            host.awaitRegistration(id);
            waiting = false;
        }
        return host.session(id);
    }

    private boolean data(HttpIn in, Fault fault) throws IOException, InterruptedException {
        HostSession session = session(in);
        if (fault.stalled()) {
            waiting = true;
            host.awaitUnstalled();
            waiting = false;
        }
        HostBody body = session.beginBody();
        boolean open = true;
        try {
            if (!take(in, body.decoder(), fault)) {
                return false;
            }
            body.decoder().end();
            failIfAsked(fault);
            waiting = true;
            byte[] answer = session.answer(body);
            waiting = false;
            session.endBody(); // before the answer: the next request may come on another connection at once
            open = false;
            if (fault.answerDropped()) {
                return false;
            }
            out.write(HttpOut.head(
                    "200 OK",
                    "Content-Type: " + Protocol.FRAMES_TYPE,
                    "Cache-Control: no-store",
                    "Content-Length: " + answer.length));
            out.write(answer);
            return !in.header("Connection").equalsIgnoreCase("close");
        } catch (BanipException e) {
            if (fault.error().isEmpty() || fault.onReverse()) {
                session.broadcast(Control.ErrorReport.of(e));
            }
            if (fault.error().isPresent() && !fault.answering()) {
                waiting = true;
                session.awaitNoReverse();
                return false;
            }
            throw e;
        } finally {
            if (open) {
                session.endBody();
            }
        }
    }

    /** A data request whose answer is a reverse channel. */
    private boolean duplex(HttpIn in, Fault fault) throws IOException, InterruptedException {
        if (!host.knowsDuplex) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "duplex is no resource here");
        }
        HostSession session = session(in);
        if (fault.error().isPresent() && fault.errorAfter() == 0) {
            failIfAsked(fault);
        }
        HostBody body = session.beginBody();
        boolean bodyOpen = true;
        DuplexAnswer answer = new DuplexAnswer(host, session, out);
        try {
            if (!host.holdsDuplexAnswers) {
                answer.begin();
            }
            if (fault.stalled()) {
                waiting = true;
                host.awaitUnstalled();
                waiting = false;
            }
            if (!take(in, body.decoder(), fault)) {
                return false;
            }
            body.decoder().end();
            failIfAsked(fault);
            waiting = true;
            byte[] last = session.answer(body);
            waiting = false;
            session.endBody();
            bodyOpen = false;
            if (fault.answerDropped()) {
                return false;
            }
            answer.end(last);
            return !in.header("Connection").equalsIgnoreCase("close");
        } catch (BanipException e) {
            answer.stop();
            if (fault.error().isEmpty() || fault.onReverse()) {
                // Before the MBU hears of it here: on a reverse channel that it opens after that, it would hear of it
                // again.
                session.broadcast(Control.ErrorReport.of(e));
            }
            answer.end(HostSession.bytes(Control.ErrorReport.of(e)));
            out.linger();
            return false;
        } finally {
            answer.stop();
            if (bodyOpen) {
                session.endBody();
            }
        }
    }

    /** Feeds the body to the decoder until its end, or until the fault. */
    private static boolean take(HttpIn in, FrameDecoder decoder, Fault fault) throws IOException {
        byte[] bytes = new byte[4096];
        int taken = 0;
        while (true) {
            if (fault.error().isPresent() && taken >= fault.errorAfter()) {
                failIfAsked(fault);
            }
            int most = fault.error().isPresent() ? fault.errorAfter() - taken : Integer.MAX_VALUE;
            if (fault.cutAfter() >= 0) {
                most = fault.cutAfter() - taken;
            }
            int count = most <= 0 ? 0 : in.read(bytes, most);
            if (count < 0) {
                return fault.cutAfter() < 0;
            }
            synchronized (decoder) { // groups may be added meanwhile
                decoder.feed(bytes, 0, count);
            }
            taken += count;
            if (fault.cutAfter() >= 0 && taken >= fault.cutAfter()) {
                return false;
            }
        }
    }

    private static void failIfAsked(Fault fault) {
        if (fault.error().isPresent()) {
            throw new BanipException(fault.error().get(), "the test wants it so");
        }
    }

    private boolean reverse(HttpIn in, Fault fault) throws IOException, InterruptedException {
        HostSession session = session(in);
        if (fault.error().isPresent()) {
            throw new BanipException(fault.error().get(), "the test wants it so");
        }
        HostSession.Reverse reverse = session.openReverse();
        try {
            out.write(HttpOut.head(
                    "200 OK",
                    "Content-Type: " + Protocol.FRAMES_TYPE,
                    "Cache-Control: no-store",
                    "Transfer-Encoding: chunked"));
            out.writeChunk(reverse.frames.take());
            writeFrames(reverse, fault);
            return false;
        } finally {
            session.closeReverse(reverse);
        }
    }

    private void writeFrames(HostSession.Reverse reverse, Fault fault) throws IOException, InterruptedException {
        int written = 0;
        long lastMillis = System.currentTimeMillis();
        while (!out.otherSideClosed() && !fault.answerDropped()) {
            byte[] frame = reverse.frames.poll();
            if (frame == null && System.currentTimeMillis() - lastMillis >= host.keepAliveMillis) {
                frame = HostSession.bytes(new Control.KeepAlive());
            }
            while (frame != null) {
                if (fault.cutAfter() >= 0 && written >= fault.cutAfter()) {
                    return;
                }
                if (!fault.silent()) {
                    out.writeChunk(frame);
                }
                written++;
                lastMillis = System.currentTimeMillis();
                frame = reverse.frames.poll();
            }
        }
    }
}
