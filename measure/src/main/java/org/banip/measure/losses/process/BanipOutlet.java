package org.banip.measure.losses.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.OfferOutcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * BANip's MBU with a spool directory that is synced for each packet. A sample is confirmed when it is in a packet. An MBU that has failed is started
 * again. One thread.
 */
final class BanipOutlet implements Outlet {
    private static final Logger LOG = LoggerFactory.getLogger(BanipOutlet.class);
    private static final ReconnectSettings RECONNECT =
            new ReconnectSettings(Duration.ofMillis(500), Duration.ofSeconds(10));
    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final URI broker;
    private final String chain;
    private final Path spool;
    private final Numbers confirmed;
    private final long originNanos;
    private final Deque<Long> unconfirmed = new ArrayDeque<>();
    private Optional<MobileBaseUnit> mbu = Optional.empty();
    private long tried;
    /** What an earlier process has left, and what was confirmed of this one. */
    private long known;

    /** An MBU that begins. */
    BanipOutlet(URI broker, String chain, Path spool, Numbers confirmed, long originNanos) {
        this.broker = broker;
        this.chain = chain;
        this.spool = spool;
        this.confirmed = confirmed;
        this.originNanos = originNanos;
        start();
    }

    private void start() {
        tried = System.nanoTime();
        try {
            MobileBaseUnit started = MobileBaseUnit.builder()
                    .broker(broker)
                    .credentials(Credentials.basic(BanipReceiver.IDENTITY, BanipReceiver.PASSWORD))
                    .ban(LossSignal.BAN.id())
                    .input(LossSignal.BAN.groups().get(0))
                    .chain(chain)
                    .reconnect(RECONNECT)
                    .spool(spool, Duration.ZERO)
                    .startTimeout(Duration.ZERO)
                    .start();
            known = started.status().groups().get(0).unitsProduced();
            mbu = Optional.of(started);
        } catch (BanipException e) {
            LOG.warn("the MBU does not start: {}", e.getMessage());
        }
    }

    @Override
    public boolean give(long number) {
        if (mbu.isEmpty() && System.nanoTime() - tried > AGAIN.toNanos()) {
            start();
        }
        if (mbu.isEmpty()) {
            return false;
        }
        OfferOutcome outcome = mbu.get()
                .input(LossSignal.BAN.groups().get(0).name())
                .offerAt(originNanos + number * LossSignal.PERIOD_NANOS, (int) number);
        if (outcome == OfferOutcome.CLOSED) { // it has failed
            end();
        }
        boolean taken = outcome == OfferOutcome.ACCEPTED;
        if (taken) {
            unconfirmed.add(number);
        }
        return taken;
    }

    @Override
    public void look() {
        if (mbu.isEmpty()) {
            return;
        }
        long encoded = mbu.get().status().groups().get(0).unitsEncoded();
        try {
            while (known < encoded && !unconfirmed.isEmpty()) {
                confirmed.add(unconfirmed.remove(), false);
                known++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean isDelivered() throws InterruptedException {
        try {
            return mbu.isPresent() && mbu.get().isDeliveredWithin(LOOK);
        } catch (BanipException e) {
            LOG.warn("the MBU has failed: {}", e.getMessage());
            end();
            start();
            return false;
        }
    }

    private void end() {
        look();
        unconfirmed.clear();
        mbu.ifPresent(ended -> ended.close(Duration.ZERO));
        mbu = Optional.empty();
    }

    @Override
    public void close() {
        end();
    }
}
