package org.banip.surrogate.activation;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.server.executor.OwnThreads;
import org.banip.server.executor.SerialExecutor;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.download.DownloadedSurrogate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The life of one surrogate: it is created, activated and deactivated, each once at most, whatever happens at the same time. A surrogate that was
 * created and did not refuse its activation is deactivated exactly once.
 *
 * <p>Its code runs on the threads of its type or its jar, one call at a time. The stage is guarded by the monitor, which nobody holds while a
 * surrogate's code runs. Any thread.
 */
public final class SurrogateLife {
    private static final Logger LOG = ServerLog.of(SurrogateLife.class);
    private static final int LONGEST_REASON = 200;

    private enum Stage {
        /** It is waited for. */
        BEGUN,
        ACTIVE,
        /** Nobody waits for it any more, it failed, or its interconnect has ended. */
        ENDED
    }

    private final String id;
    private final SurrogateProvider provider;
    private final SurrogateThreads threads;
    private final HostContext host;
    private final SurrogateContext context;
    private final CompletableFuture<@Nullable Void> active = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

    /** Its provider's; then, if it is downloaded, those of its jar. */
    private volatile SerialExecutor turns;

    private Stage stage = Stage.BEGUN;
    private @Nullable CompletableFuture<Surrogate> creation;
    /** Who is inside {@code create} or {@code activate}. */
    private @Nullable Thread inside;

    private boolean interrupted;

    /** Owned by the turns. Null before it is created and after it was deactivated. */
    private @Nullable Surrogate surrogate;

    /**
     * A life that has not begun.
     *
     * @param id begins each log line
     * @param threads run the surrogate's code
     * @param host what the host offers to it
     * @param context what it stands for
     */
    public SurrogateLife(
            String id,
            SurrogateProvider provider,
            SurrogateThreads threads,
            HostContext host,
            SurrogateContext context) {
        this.id = id;
        this.provider = provider;
        this.threads = threads;
        this.host = host;
        this.context = context;
        turns = SurrogateTypes.isBuiltIn(provider) ? SerialExecutor.onCallers(this::internal) : turns(provider.name());
    }

    private SerialExecutor turns(String type) {
        return SerialExecutor.on(threads.of(type), this::internal);
    }

    private void internal(Throwable e) {
        LOG.error("{}: internal error around a surrogate", id, e);
    }

    /** Completed when it is active, or with the {@link BanipException} that tells why it never will be. */
    public CompletableFuture<@Nullable Void> active() {
        return active;
    }

    /** Completed when it was deactivated, or when there is nothing to deactivate. */
    public CompletableFuture<@Nullable Void> over() {
        return over;
    }

    /** Whether it is the host's own. */
    public boolean isBuiltIn() {
        return SurrogateTypes.isBuiltIn(provider);
    }

    /** Creates and activates it; to be called once. The host's own is active when this returns. */
    public void begin() {
        try {
            turns.execute(this::create);
        } catch (RejectedExecutionException e) {
            failed(new BanipException(ErrorCode.HOST_UNAVAILABLE, "the host stops", e));
        }
    }

    private void create() {
        if (!enter()) {
            over.complete(null);
            return;
        }
        CompletableFuture<Surrogate> created;
        try {
            created = Objects.requireNonNull(provider.create(), "its provider returned no future");
        } catch (Throwable e) { // a missing class, too
            created = CompletableFuture.failedFuture(e);
        } finally {
            leave();
        }
        boolean wanted = keep(created);
        CompletableFuture<?> unused = created.whenComplete((made, failure) -> {
            if (made instanceof DownloadedSurrogate own) {
                turns = turns(own.threads());
            }
            later(() -> created(made, failure));
        });
        if (!wanted) {
            created.cancel(true);
        }
    }

    /** A future of a provider may complete after the host has stopped, and its surrogate is deactivated all the same. */
    private void later(Runnable task) {
        try {
            turns.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.warn(
                    "{}: the host has stopped; a surrogate of type {} ends on a thread of its own",
                    id,
                    provider.name());
            synchronized (this) {
                stage = Stage.ENDED;
            }
            active.completeExceptionally(new BanipException(ErrorCode.HOST_UNAVAILABLE, "the host stops", e));
            OwnThreads.daemon("banip-surrogate-late", task).start();
        }
    }

    private synchronized boolean keep(CompletableFuture<Surrogate> created) {
        creation = created;
        return stage == Stage.BEGUN;
    }

    private void created(@Nullable Surrogate made, @Nullable Throwable failure) {
        if (made == null) {
            failed(failure == null ? new NullPointerException("its provider made none") : failure, "created");
            return;
        }
        surrogate = made;
        if (!enter()) {
            deactivateNow();
            return;
        }
        Throwable refusal = null;
        try {
            made.activate(host, context);
        } catch (Throwable e) { // a missing class, too
            refusal = e;
        } finally {
            leave();
        }
        if (refusal != null) {
            surrogate = null;
            failed(refusal, "activated");
        } else if (becomesActive()) {
            active.complete(null);
        } else {
            deactivateNow();
        }
    }

    private synchronized boolean enter() {
        if (stage != Stage.BEGUN) {
            return false;
        }
        inside = Thread.currentThread();
        return true;
    }

    private synchronized void leave() {
        inside = null;
        if (interrupted) {
            // Was meant for the surrogate, not for what this thread does next.
            boolean unused = Thread.interrupted();
        }
    }

    private synchronized boolean becomesActive() {
        boolean wanted = stage == Stage.BEGUN;
        stage = wanted ? Stage.ACTIVE : stage;
        creation = null;
        return wanted;
    }

    private void failed(Throwable thrown, String what) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof BanipException known) {
            failed(known);
            return;
        }
        String type = provider.name();
        if (!isBegun()) {
            LOG.debug("{}: a surrogate of type {}, for which nobody waited, could not be {}", id, type, what, cause);
        } else {
            LOG.error("{}: a surrogate of type {} could not be {}", id, type, what, cause);
        }
        String reason =
                cause.getClass().getSimpleName() + (cause.getMessage() == null ? "" : ": " + cause.getMessage());
        failed(new BanipException(
                ErrorCode.INTERNAL,
                "a surrogate of type " + type + " could not be " + what + ": " + Quoted.line(reason, LONGEST_REASON),
                cause));
    }

    private synchronized boolean isBegun() {
        return stage == Stage.BEGUN;
    }

    private void failed(BanipException why) {
        boolean abandoned;
        synchronized (this) {
            abandoned = stage == Stage.ENDED;
            stage = Stage.ENDED;
            creation = null;
        }
        over.complete(null);
        if (!abandoned) { // else who abandoned it tells why, and this is only what came of the interrupt
            active.completeExceptionally(why);
        }
    }

    /**
     * Nobody waits for it any more, unless it is active already: its creation is cancelled, and a thread inside its activation is interrupted. If it
     * comes nevertheless, it is deactivated.
     *
     * @param why what {@link #active} fails with
     * @return false if it is or was active, or has failed
     */
    public boolean abandon(BanipException why) {
        CompletableFuture<Surrogate> cancelled;
        synchronized (this) {
            if (stage != Stage.BEGUN) {
                return false;
            }
            stage = Stage.ENDED;
            cancelled = creation;
            Thread busy = inside;
            if (busy != null && busy != Thread.currentThread()) {
                interrupted = true;
                busy.interrupt();
            }
        }
        active.completeExceptionally(why);
        if (cancelled != null) {
            // What the provider made dependent on its future is its own code.
            later(() -> cancelled.cancel(true));
        }
        return true;
    }

    /** Ends it, if it is active: it is deactivated. */
    public void end() {
        synchronized (this) {
            if (stage != Stage.ACTIVE) {
                return;
            }
            stage = Stage.ENDED;
        }
        later(this::deactivateNow);
    }

    private void deactivateNow() {
        Surrogate ending = surrogate;
        surrogate = null;
        try {
            if (ending != null) {
                ending.deactivate();
            }
        } catch (Throwable e) {
            LOG.error("{}: a surrogate of type {} did not end in an orderly way", id, provider.name(), e);
        } finally {
            over.complete(null);
        }
    }

    /** Runs this in order with the surrogate's own calls, if it is active then. */
    public void whileActive(Runnable call) {
        try {
            turns.execute(() -> callIfActive(call));
        } catch (RejectedExecutionException e) {
            LOG.debug("{}: the host has stopped", id);
        }
    }

    private void callIfActive(Runnable call) {
        boolean isActive;
        synchronized (this) {
            isActive = stage == Stage.ACTIVE;
        }
        if (!isActive) {
            return;
        }
        try {
            call.run();
        } catch (Throwable e) {
            LOG.error("{}: a surrogate of type {} failed", id, provider.name(), e);
        }
    }
}
