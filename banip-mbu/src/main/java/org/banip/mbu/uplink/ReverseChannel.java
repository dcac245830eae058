package org.banip.mbu.uplink;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.HttpStatus;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink.PolledBody;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.stage.NameLookups;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the host's frames from an endless answer (docs/protocol.md, "Reverse channel"), on the thread {@code banip-reverse}. If the source has a
 * registration, that goes before, on the same connection, while the data request goes on another one. If the registration or the reverse channel
 * breaks, or is silent for too long, it breaks off the source and all connections.
 */
final class ReverseChannel implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ReverseChannel.class);
    /** How long after the host closed the data request its error may still arrive. */
    private static final long LAST_WORD_MILLIS = 500;

    private static final long DATA_ANSWER_MILLIS = 1000;

    private static final Duration JOIN_STEP = Duration.ofMillis(20);

    /** Posts a registration and returns the answer's document. */
    interface Registrar {
        String register(String document) throws IOException;
    }

    private final UplinkContext context;
    private final HttpTransport transport;
    private final Registrar registrar;
    private final FrameSource source;
    private final PolledBody.HostFrames frames;
    private final HttpGet request;
    private final Thread thread;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch dataEnded = new CountDownLatch(1);

    /** Counted down when the registration has been answered, or has failed. */
    private final CountDownLatch registered = new CountDownLatch(1);

    private volatile boolean refused;
    private volatile boolean stopping;
    private volatile @Nullable Exception failure;
    private volatile @Nullable Exception unregistered;

    ReverseChannel(UplinkContext context, HttpTransport transport, FrameSource source, Registrar registrar) {
        this.context = context;
        this.transport = transport;
        this.source = source;
        this.registrar = registrar;
        frames = source.hostFrames();
        request = new HttpGet(context.resolve(source.surrogate() + "/" + Protocol.REVERSE));
        context.path().ifPresent(name -> request.setHeader(Protocol.PATH_HEADER, name));
        thread = new Thread(this, "banip-reverse-" + context.threadSuffix());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            register();
            transport.execute(request, source.silence(), answer -> {
                refused = answer.getCode() != HttpStatus.SC_OK;
                HttpAnswers.require(answer, HttpStatus.SC_OK, Protocol.FRAMES_TYPE, "reverse channel");
                HttpAnswers.frames(answer, frames);
                return answer.getCode();
            });
            failed(new IOException("the host ended the reverse channel"));
        } catch (Throwable e) { // an Error as well: without this thread the link is broken
            failed(e instanceof Exception known ? known : failure(e));
        }
    }

    private void register() throws IOException {
        try {
            Optional<FrameSource.Registration> first = source.registration();
            if (first.isPresent()) {
                first.get().answered(registrar.register(first.get().document()));
            }
        } catch (IOException | RuntimeException e) {
            unregistered = e;
            throw e;
        } finally {
            registered.countDown();
        }
    }

    private static IOException failure(Throwable e) {
        LOG.error("the reverse channel failed", e);
        return new IOException("the MBU failed on its reverse channel; its log has the cause", e);
    }

    private void failed(Exception e) {
        failure = e;
        ended.countDown();
        if (refused && e instanceof BanipException told && told.code() == ErrorCode.UNKNOWN_INTERCONNECT) {
            awaitData();
        }
        if (!stopping) {
            source.breakOff(e);
            transport.breakAll();
        }
    }

    /** The data request gets the same answer, soon or not before it has ended. With that answer it is known that nothing of it will be stored. */
    private void awaitData() {
        try {
            boolean unused = dataEnded.await(DATA_ANSWER_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the thread ends anyway
        }
    }

    /** Waits until the host has answered the registration, if there is one, or that has failed. */
    void awaitRegistered() throws InterruptedIOException {
        try {
            registered.await(); // it has a time-out
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("told to end");
        }
    }

    /**
     * Why the source broke: why the registration failed, or the error that the host reports, which may arrive a moment later, or else the first
     * exception. A host that did not wait for the registration may have refused the data request first.
     */
    Exception reason(Exception seen) throws InterruptedException {
        if (seen instanceof BanipException) {
            registered.await(); // it has a time-out
        }
        Exception first = unregistered;
        if (first != null) {
            return first;
        }
        if (seen instanceof BanipException) {
            return seen;
        }
        boolean told = ended.await(LAST_WORD_MILLIS, TimeUnit.MILLISECONDS);
        Exception reported = failure;
        return told && reported instanceof BanipException ? reported : seen;
    }

    /** Ends the thread. The connection of a data request that was answered stays open: the next request uses it. */
    void stop() {
        stopping = true;
        dataEnded.countDown();
        request.cancel(); // closes the connection of the reverse channel
        boolean interrupted = false;
        long patience = context.settings().connectTimeout().toMillis() / JOIN_STEP.toMillis();
        for (long i = 0; thread.isAlive() && i <= patience && !NameLookups.hangs(thread); i++) {
            if (i > 0) {
                transport.breakAll(); // repeatedly, because the thread may be about to open a socket
            }
            try {
                thread.join(JOIN_STEP.toMillis());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
