package org.banip.mbu.send;

import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.EventInput;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.Kept;
import org.banip.mbu.stage.GroupCounters;
import org.jspecify.annotations.Nullable;

/**
 * Puts an app's events into the queue, as units of a grid that begins with the first event of each offer. Behind this class they are treated like
 * sensor sets. Its state is guarded by itself.
 */
final class EventPort implements EventInput, GroupPresence {
    private final int group;
    private final SensorGroup description;
    private final SampleLayout layout;
    private final SetQueue queue;
    private final GroupCounters count;
    private final SteadyClock clock;
    private final Block block = new Block(64);
    private SendPathSetup.Source source;
    /** Where the events of an earlier process ended, until one follows them. */
    private Kept.@Nullable End resumedAt;

    private boolean retired;
    /** Whether the host is told that the group is retired, and nothing followed. */
    private boolean declaredRetired;

    EventPort(
            int group,
            SensorGroup description,
            SendPathSetup.Source source,
            SetQueue queue,
            GroupCounters count,
            SteadyClock clock) {
        this.group = group;
        this.description = description;
        this.source = source;
        this.queue = queue;
        this.count = count;
        this.clock = clock;
        layout = new SampleLayout(description);
    }

    /** From now on these settings count. */
    synchronized void follow(SendPathSetup.Source settings) {
        source = settings;
    }

    /** Goes on where the events of an earlier process ended. If the group was retired there, nothing is missing since. */
    synchronized void resumeAt(Kept.End end) {
        declaredRetired = end.retired();
        resumedAt = end.retired() ? null : end;
    }

    @Override
    public synchronized void retire() {
        if (!retired && !declaredRetired) {
            Kept.End end = resumedAt;
            if (end != null && declareMissing(end)) {
                resumedAt = null;
            }
            declaredRetired = queue.retire(group, clock.epochNanos(), 0);
        }
        retired = true;
        count.retired.set(true);
    }

    @Override
    public synchronized void resume() {
        retired = false;
        count.retired.set(false);
    }

    /** How many events are missing since an earlier process is not known: one counts. */
    private boolean declareMissing(Kept.End end) {
        return queue.lose(group, end.originNanos(), end.unit(), 1, Gap.Reason.SENSOR_SILENT);
    }

    @Override
    public SensorGroup group() {
        return description;
    }

    @Override
    public synchronized OfferOutcome offerAll(List<Event> events) {
        fill(events);
        if (retired) {
            return queue.isClosed() ? OfferOutcome.CLOSED : OfferOutcome.RETIRED;
        }
        Kept.End end = resumedAt;
        if (end != null) {
            if (!declareMissing(end)) {
                return queue.isClosed() ? OfferOutcome.CLOSED : OfferOutcome.REJECTED;
            }
            resumedAt = null;
        }
        if (declaredRetired) {
            queue.back(group, block.originNanos());
        }
        int units = block.unitCount();
        int done = queue.offer(group, block, source.policy());
        if (done > 0) {
            queue.flush(group); // an event waits for no other one
        }
        return done == units ? took(OfferOutcome.ACCEPTED) : notAllTaken(done);
    }

    private OfferOutcome notAllTaken(int done) {
        if (queue.isClosed()) {
            return OfferOutcome.CLOSED;
        }
        if (source.policy() == FullPolicy.REFUSE) {
            return OfferOutcome.NO_ROOM;
        }
        int lost = block.unitCount() - done;
        count.unitsDropped.addAndGet(lost);
        boolean declared = queue.lose(group, block.originNanos(), done, lost, Gap.Reason.SPOOL_FULL);
        return took(declared ? OfferOutcome.DROPPED : OfferOutcome.REJECTED);
    }

    private OfferOutcome took(OfferOutcome outcome) {
        declaredRetired = false;
        count.unitsProduced.addAndGet(block.unitCount());
        count.bytesRaw.addAndGet(block.length());
        return outcome;
    }

    private void fill(List<Event> events) {
        if (events.isEmpty() || events.size() > MAX_EVENTS) {
            throw invalid("an offer of " + Counted.of(events.size(), "event") + ", allowed are 1 to " + MAX_EVENTS);
        }
        block.clear();
        block.ensureCapacity(events.size() * layout.setBytes());
        for (int i = 0; i < events.size(); i++) {
            fill(i * layout.setBytes(), events.get(i));
        }
        block.length(events.size() * layout.setBytes());
        long first = events.get(0).instantNanos();
        try {
            // The host refuses a packet beyond 64 bits, however often it is sent.
            description.frequency().instantNanos(first, events.size() + 1L);
        } catch (BanipException e) {
            throw invalid("the instant " + first + " ns is too late for 64 bits");
        }
        block.describe(first, 0, events.size());
    }

    private void fill(int at, Event event) {
        if (event.samples().size() != layout.channels()) {
            throw invalid(Counted.of(event.samples().size(), "sample") + " of an event, must be " + layout.channels());
        }
        layout.writeInstant(block.bytes(), at, event.instantNanos());
        for (int channel = 0; channel < layout.channels(); channel++) {
            int sample = event.samples().get(channel);
            Channel of = description.channels().get(channel);
            if (!source.outOfRange() && (sample < of.digitalMin() || sample > of.digitalMax())) {
                throw invalid("sample " + sample + " of channel " + of.label() + " is outside the digital range "
                        + of.digitalMin() + " to " + of.digitalMax());
            }
            layout.write(block.bytes(), at, channel, sample);
        }
        layout.writeText(block.bytes(), at, event.text());
    }

    private BanipException invalid(String what) {
        return new BanipException(ErrorCode.INVALID_SAMPLE, "group " + description.name() + ": " + what);
    }
}
