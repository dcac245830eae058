package org.banip.app.command;

import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.banip.app.option.AuditOptions;
import org.banip.app.option.Checked;
import org.banip.app.option.ExistingFile;
import org.banip.app.option.StoreOptions;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.Transcoders;
import org.banip.recordings.export.CsvExport;
import org.banip.recordings.export.ExportProgress;
import org.banip.recordings.export.ExportReport;
import org.banip.recordings.export.ExportSource;
import org.banip.recordings.export.ExportTarget;
import org.banip.recordings.export.RecordingWriter;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.surrogate.alert.AlertedRecording;
import org.banip.surrogate.store.DeclaredGaps;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.RecordingPart;
import org.banip.surrogate.store.SensorSetDigest;
import org.banip.surrogate.store.SessionPrefix;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoreLocation;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.store.TimeRange;
import org.banip.surrogate.store.WholeRecording;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code banip export}. */
@Command(
        name = "export",
        header = "Exports a stored session to files, or lists the stored sessions.",
        description = "A host may write the store at the same time.")
final class ExportCommand implements Callable<Integer> {
    private static final int MOST_NAMED = 20;

    /** The session to export: at most one of these options. */
    private static final class Selection {
        @Option(
                names = "--ban",
                paramLabel = "ID",
                description = "Export the latest session of this BAN. Default: the latest session of all.")
        private @Nullable String ban;

        @Option(
                names = "--session",
                paramLabel = "UUID",
                description = "Export this session: its id, or how that begins. Default: the latest session of all.")
        private @Nullable SessionPrefix session;
    }

    @Mixin
    private final StoreOptions stored = new StoreOptions();

    @Mixin
    private final AuditOptions audit = new AuditOptions();

    @Option(
            names = "--list",
            description = "List the stored sessions, of --ban or --session if given, and write nothing. Default: no.")
    private boolean list;

    @ArgGroup
    private Selection selection = new Selection();

    @Option(
            names = "--from",
            paramLabel = "INSTANT",
            description = "First instant in UTC, such as 2026-11-27T08:00:00Z. Default: the beginning of the session.")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "INSTANT",
            description = "The first instant that is not exported. Default: the end of the session.")
    private @Nullable String to;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "wfdb",
            description = "csv, wfdb (docs/store.md), or a format of an extension. Default: ${DEFAULT-VALUE}.")
    private String format = "wfdb";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "Folder for the files; it is created. Default: the current folder.")
    private Path directory = Path.of(".");

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Beginning of the files' names: 1 to 64 letters, digits and _. Default: BAN and session.")
    private @Nullable String name;

    @Option(names = "--overwrite", description = "Replace existing files. Default: no.")
    private boolean overwrite;

    @Option(
            names = "--time",
            paramLabel = "COLUMN",
            defaultValue = "iso",
            description =
                    "First column of CSV: iso (instants in UTC) or seconds (since the beginning). Default: ${DEFAULT-VALUE}.")
    private CsvExport.Time time = CsvExport.Time.ISO;

    @Option(
            names = "--values",
            paramLabel = "KIND",
            defaultValue = "physical",
            description = "Values in CSV: physical or digital. Default: ${DEFAULT-VALUE}.")
    private CsvExport.Value values = CsvExport.Value.PHYSICAL;

    @Option(
            names = "--seal-keys",
            paramLabel = "DIR",
            description = "Folder of the private keys of a sealed session ('banip seal-key'). Default: none.")
    private @Nullable Path sealKeys;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        RecordingWriter writer = writer();
        TimeRange range = range();
        StoreLocation location = Checked.options(spec, stored::location);
        try (Store store = JdbcStore.openForReading(location)) {
            List<InterconnectRecord> sessions = store.interconnects();
            if (list) {
                list(store, sessions, location);
                return ExitCode.OK;
            }
            InterconnectRecord session = selected(sessions);
            WholeRecording recording = new WholeRecording(new StoredRecording(store, session, transcoders()));
            RecordingPart part = new RecordingPart(recording, range.fromNanos(), range.toNanos());
            if (range.isBounded() && part.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(), "session " + session.session() + " has nothing in this range of time");
            }
            ExportSource alerted = AlertedRecording.of(
                    range.isBounded() ? part : recording, store, session.session(), range.fromNanos(), range.toNanos());
            audit.keep(spec, exported(session, alerted, range, location));
            ExportReport report = export(alerted, writer);
            report.files().forEach(out::println);
            report(recording.groups(), range.isBounded() ? part.digest() : recording.digest(), report, out);
            return report.damaged() == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private void list(Store store, List<InterconnectRecord> sessions, StoreLocation location) {
        if (sessions.isEmpty()) {
            spec.commandLine().getErr().println(location + " holds no session yet");
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        DeclaredGaps gaps = DeclaredGaps.of(store);
        found(sessions).forEach(session -> out.println(new Listed(store, gaps, session).text()));
    }

    private TimeRange range() {
        try {
            return TimeRange.parse("--", Optional.ofNullable(from), Optional.ofNullable(to));
        } catch (BanipException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private AuditEntry exported(
            InterconnectRecord session, ExportSource recording, TimeRange range, StoreLocation location) {
        AuditEntry entry = AuditEntry.of(AuditEvent.EXPORTED)
                .with("ban", session.ban().id())
                .with("session", session.session().toString())
                .with(
                        "groups",
                        recording.groups().stream().map(SensorGroup::name).toList())
                .with("format", format)
                .with("to", directory.toAbsolutePath().toString())
                .with("store", location.toString());
        range.from().ifPresent(instant -> entry.with("fromTime", instant.toString()));
        range.to().ifPresent(instant -> entry.with("toTime", instant.toString()));
        return entry;
    }

    /** All that the selection allows, newest first. */
    private List<InterconnectRecord> found(List<InterconnectRecord> sessions) {
        SessionPrefix wanted = selection.session;
        List<InterconnectRecord> found = sessions.stream()
                .filter(session -> selection.ban == null || session.ban().id().equals(selection.ban))
                .filter(session -> wanted == null || wanted.test(session.session()))
                .toList();
        if (found.isEmpty()) {
            throw notStored(sessions);
        }
        return found;
    }

    private InterconnectRecord selected(List<InterconnectRecord> sessions) {
        SessionPrefix wanted = selection.session;
        List<InterconnectRecord> found = found(sessions);
        if (wanted != null) {
            try {
                var unused = wanted.among(found.stream().map(InterconnectRecord::session));
            } catch (BanipException e) {
                throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
            }
        }
        return found.get(0); // the newest
    }

    private ParameterException notStored(List<InterconnectRecord> sessions) {
        if (sessions.isEmpty()) {
            return new ParameterException(spec.commandLine(), stored.location() + " holds no session yet");
        }
        if (selection.ban == null) {
            return new ParameterException(
                    spec.commandLine(),
                    "session " + selection.session + " is none of the " + sessions.size() + " in " + stored.location()
                            + "; there are "
                            + sessions.stream()
                                    .map(session -> session.session().toString())
                                    .distinct()
                                    .limit(MOST_NAMED)
                                    .collect(Collectors.joining(", "))
                            + (sessions.size() > MOST_NAMED ? ", …" : ""));
        }
        String bans = sessions.stream()
                .map(session -> session.ban().id())
                .distinct()
                .sorted()
                .limit(MOST_NAMED)
                .collect(Collectors.joining(", "));
        return new ParameterException(
                spec.commandLine(), "BAN " + selection.ban + " is not in " + stored.location() + "; there are " + bans);
    }

    private ExportReport export(ExportSource recording, RecordingWriter writer) {
        try {
            return write(recording, writer);
        } catch (BanipException e) {
            if (e.code() == ErrorCode.MALFORMED_REQUEST && e.getCause() instanceof FileAlreadyExistsException there) {
                throw new BanipException(e.code(), there.getFile() + " is there; --overwrite replaces it", there);
            }
            throw e;
        }
    }

    private ExportReport write(ExportSource recording, RecordingWriter writer) {
        String prefix = name == null ? recording.exportName() : name;
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            ExportProgress heard = (group, sets) -> {
                String line = "exporting " + group + ": " + Figures.counted(sets, unit(recording, group));
                progress.update(line);
            };
            return writer.write(recording, target(prefix, heard));
        }
    }

    private static String unit(ExportSource recording, String group) {
        return recording.groups().stream()
                .filter(other -> other.name().equals(group))
                .findFirst()
                .map(ExportCommand::unit)
                .orElse("sensor set");
    }

    private static String unit(SensorGroup group) {
        return group.events().isPresent() ? "event" : "sensor set";
    }

    private RecordingWriter writer() {
        CsvExport csv = new CsvExport(time, values);
        if (format.equalsIgnoreCase(csv.format())) {
            return csv;
        }
        List<RecordingWriter> all = ServiceLoader.load(RecordingWriter.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        return all.stream()
                .filter(writer -> writer.format().equalsIgnoreCase(format))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "export --format: '" + format + "' is not allowed; allowed are "
                                + all.stream()
                                        .map(RecordingWriter::format)
                                        .sorted()
                                        .collect(Collectors.joining(", "))));
    }

    private Transcoders transcoders() {
        Transcoders installed = Transcoders.installed();
        Path keys = sealKeys;
        return keys == null
                ? installed
                : installed.withKeys(Checked.options(spec, () -> ExistingFile.folder("--seal-keys", keys)));
    }

    private ExportTarget target(String prefix, ExportProgress heard) {
        try {
            return new ExportTarget(directory, prefix, overwrite, heard);
        } catch (BanipException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static void report(List<SensorGroup> groups, SensorSetDigest digest, ExportReport report, PrintWriter out) {
        for (int number = 0; number < groups.size(); number++) {
            SensorGroup group = groups.get(number);
            out.println(group.name() + ": " + Figures.counted(digest.sets(number), unit(group)) + ", sha256 "
                    + digest.hex(number));
        }
        if (report.gaps() + report.damaged() > 0) {
            String damaged = report.damaged() == 0
                    ? ""
                    : "; not exported: " + Figures.counted(report.damaged(), "place")
                            + " (damaged items, and stretches behind them), as logged";
            out.println("declared: " + Figures.counted(report.gaps(), "gap") + damaged);
        }
    }
}
