package org.banip.mbu.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.text.Counted;
import org.banip.mbu.spool.Kept;
import org.banip.mbu.spool.SpoolException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that is ready to be written: its files, and what was in them.
 *
 * @param resumed whether there was a session already
 * @param registration that of the MBU, with the groups that were added to the session
 * @param kept its items
 * @param state how far it is
 * @param segments its files
 */
record Opened(boolean resumed, RegistrationRequest registration, Kept kept, State state, Segments segments) {
    private static final Logger LOG = LoggerFactory.getLogger(Opened.class);
    private static final UUID NO_SESSION = new UUID(0, 0);
    /** As many numbers as can have been sent and not synced. */
    static final int SKIPPED = 2 * Journal.MOST_UNSYNCED;

    static State.Origin origin(JournalSetup setup) {
        return new State.Origin(setup.syncsEach(), setup.boot(), digest(setup.registration()));
    }

    /** Of what the host compares when a session is registered again. */
    static byte[] digest(RegistrationRequest registration) {
        RegistrationRequest compared = RegistrationRequest.builder(NO_SESSION, registration.chain(), registration.ban())
                .surrogateType(registration.surrogateType())
                .groupChains(registration.groupChains())
                .build();
        try {
            return MessageDigest.getInstance("SHA-256").digest(compared.toJson().getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every platform has SHA-256", e);
        }
    }

    /** Reads a directory, cuts off what is not whole, and deletes what does not count any more. */
    static Opened in(SpoolDirectory directory, JournalSetup setup) throws IOException {
        Ciphers ciphers = Ciphers.of(directory.path(), setup.key(), setup.former());
        Recovery recovery = new Recovery(directory, ciphers);
        Contents contents = recovery.read();
        State.Origin origin = origin(setup);
        if (contents == null) {
            return begin(new Segments(directory, ciphers), 1, 1, setup, origin);
        }
        RegistrationRequest whole = whole(directory, contents, setup.registration());
        if (whole == null) {
            requireEmpty(directory, contents);
            List<Long> files = recovery.files();
            deleteAll(directory, recovery.former());
            deleteAll(directory, files);
            long next = files.get(files.size() - 1) + 1;
            return begin(new Segments(directory, ciphers), next, contents.state().generation + 1, setup, origin);
        }
        deleteAll(directory, recovery.former());
        return goOn(directory, ciphers, recovery, contents, setup.with(whole));
    }

    private static @Nullable RegistrationRequest whole(
            SpoolDirectory directory, Contents contents, RegistrationRequest registration) {
        try {
            return new AddedGroups(contents).whole(registration);
        } catch (BanipException e) {
            throw damaged(
                    directory.path(),
                    new BanipException(ErrorCode.MALFORMED_FRAME, "a group that was added: " + e.getMessage(), e));
        }
    }

    private static SpoolException damaged(Path directory, BanipException cause) {
        return new SpoolException(
                "the spool in " + directory + " is damaged: " + cause.getMessage() + "; its files are left as they are",
                cause);
    }

    private static void deleteAll(SpoolDirectory directory, List<Long> files) throws IOException {
        for (long file : files) {
            directory.delete(file);
        }
    }

    private static Opened begin(Segments segments, long file, long generation, JournalSetup setup, State.Origin origin)
            throws IOException {
        int groups = setup.registration().ban().groups().size();
        State state = new State(generation, true, setup.session(), origin, groups);
        segments.begin(file, state);
        return new Opened(false, setup.registration(), Kept.NOTHING, state, segments);
    }

    private static void requireEmpty(SpoolDirectory directory, Contents contents) {
        int left = 0;
        for (int g = 0; g < contents.state().groups.size(); g++) {
            left += contents.items(g).size();
        }
        if (left > 0) {
            throw new IllegalArgumentException("spool: " + directory.path() + " has "
                    + Counted.of(left, "packet") + " of session " + contents.state().session
                    + ", which had another BAN description, chain or surrogate type; start the MBU as it was to deliver"
                    + " them, or use another directory");
        }
    }

    private static Opened goOn(
            SpoolDirectory directory, Ciphers ciphers, Recovery recovery, Contents contents, JournalSetup setup)
            throws IOException {
        State before = contents.state();
        before.added.addAll(contents.added());
        State.Origin origin = new State.Origin(setup.syncsEach(), setup.boot(), before.digest); // of the first groups
        boolean tailMayBeLost = !contents.closed()
                && !before.syncedEach
                && (before.boot.equals(BootId.UNKNOWN) || !before.boot.equals(origin.boot()));
        if (tailMayBeLost) {
            before.groups.forEach(group -> group.skipped = SKIPPED);
        }
        Kept kept = sound(contents, setup);
        State state = before.continuedBy(origin);
        Segments segments = new Segments(directory, ciphers);
        List<Long> files = recovery.files();
        for (long file : files.subList(0, files.size() - 1)) {
            Segment sealed = Segment.open(directory, file, Long.MAX_VALUE, contents.marksOf(file));
            sealed.close();
            segments.add(sealed);
        }
        long last = files.get(files.size() - 1);
        Segment active = Segment.open(directory, last, recovery.endOfLast(), contents.marksOf(last));
        segments.add(active);
        if (ciphers.encrypts()) {
            segments.roll(state); // never appended to a file of another start, which has another data key
            segments.deleteEmpty(); // so that starts without items leave no files behind
        } else if (recovery.isLastWhole() && active.length() < setup.segmentBytes()) {
            RecordBuffer again = segments.buffer();
            state.write(again);
            state.writeAdded(again);
            active.append(again);
            active.sync();
        } else {
            segments.roll(state);
        }
        return new Opened(true, setup.registration(), kept, state, segments);
    }

    /** What is kept, if all of it can have been sampled. Checksums find damage, not what a faulty program has written. */
    private static Kept sound(Contents contents, JournalSetup setup) {
        try {
            requireGroups(
                    contents.state().groups.size(),
                    setup.registration().ban().groups().size());
            Kept kept = kept(contents, setup);
            for (int g = 0; g < kept.groups().size(); g++) {
                requireInstants(
                        kept.groups().get(g),
                        setup.registration().ban().groups().get(g).frequency());
            }
            return kept;
        } catch (BanipException e) {
            throw damaged(setup.directory(), e);
        }
    }

    private static void requireGroups(int kept, int described) {
        if (kept != described) {
            throw new BanipException(
                    ErrorCode.MALFORMED_FRAME, "it has " + Counted.of(kept, "group") + ", the BAN has " + described);
        }
    }

    private static void requireInstants(Kept.Group group, Frequency frequency) {
        for (Kept.Item item : group.items()) {
            frequency.instantNanos(item.item().originNanos(), item.item().firstUnit());
            frequency.instantNanos(item.item().originNanos(), item.item().endUnit());
        }
        group.end().ifPresent(end -> frequency.instantNanos(end.originNanos(), end.unit()));
    }

    private static Kept kept(Contents contents, JournalSetup setup) {
        List<Kept.Group> groups = new ArrayList<>();
        List<SensorGroup> described = setup.registration().ban().groups();
        int gaps = 0;
        int items = 0;
        for (int g = 0; g < described.size(); g++) {
            State.Group of = contents.state().groups.get(g);
            Holes holes = new Holes(g, described.get(g).frequency());
            List<Kept.Item> filled = holes.fill(contents.items(g), of);
            gaps += holes.gaps();
            items += filled.size();
            groups.add(new Kept.Group(
                    filled,
                    of.released,
                    Math.max(of.next, of.released),
                    of.sent,
                    of.skipped,
                    of.begun ? Optional.of(new Kept.End(of.originNanos, of.endUnit, of.retired)) : Optional.empty()));
        }
        LOG.info(
                "{} goes on from {}: {} not stored",
                contents.state().session.toString().substring(0, 8),
                setup.directory(),
                Counted.of(items, "packet"));
        if (gaps > 0) {
            LOG.warn("spool: {} declared for what was damaged in {}", Counted.of(gaps, "gap"), setup.directory());
        }
        return new Kept(groups);
    }
}
