package org.banip.measure.price;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.measure.faults.machine.DatabasePart;
import org.banip.measure.peer.TextTable;
import org.banip.measure.peer.nats.NatsServer;
import org.banip.measure.price.PriceSettings.Part;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;

/** What durability costs, one after the other. One thread. */
public final class PriceExperiment {
    /** Name of the table of servers. */
    public static final String TABLE = "price";
    /** Name of the table of spools. */
    public static final String SPOOLS = "price-mbu";

    /** Starts and ends of processes of one measurement, usually. */
    private static final Duration BESIDE = Duration.ofSeconds(8);

    private final PriceSettings settings;
    private final ResultsFolder results;
    private final Stop stop;
    private final List<Ingest> ingests = new ArrayList<>();
    private final List<SpoolPrice> spools = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private int made;

    private record Step(String name, int windows, Measured measure) {}

    @FunctionalInterface
    private interface Measured {
        void run() throws IOException, InterruptedException;
    }

    /** Nothing has begun. */
    public PriceExperiment(PriceSettings settings, ResultsFolder results, Stop stop) {
        this.settings = settings;
        this.results = results;
        this.stop = stop;
    }

    /**
     * Measures.
     *
     * @param json whether rows are printed as JSON
     * @param out takes the tables, or the rows
     * @param said takes what is left out, with the reason
     * @return whether everything that is there could be measured
     */
    public boolean run(boolean json, Consumer<String> out, Consumer<String> said)
            throws IOException, InterruptedException {
        Path work = Files.createDirectories(results.directory().resolve(TABLE));
        try (ResultTable servers = results.table(TABLE);
                ResultTable mbus = results.table(SPOOLS);
                ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            plan(work, servers, mbus, progress, json ? out : line -> {}, said);
            for (Step step : steps) {
                if (!stop.requested()) {
                    progress.updateNow(line(step.name() + " starts"));
                    make(step);
                    made++;
                }
            }
        }
        if (!json) {
            lines().forEach(out);
        }
        if (problems.isEmpty()) {
            delete(work);
        }
        return problems.isEmpty() && made == steps.size() && made > 0;
    }

    private void plan(
            Path work,
            ResultTable servers,
            ResultTable mbus,
            ProgressDisplay progress,
            Consumer<String> rows,
            Consumer<String> said) {
        SpoolPrices prices = new SpoolPrices(settings, work);
        Ingests all = new Ingests(settings, work, stop, text -> progress.update(line(text)));
        for (Part part : settings.parts()) {
            switch (part) {
                case MBU -> {
                    for (SpoolPrices.Spool spool : SpoolPrices.Spool.values()) {
                        steps.add(new Step("mbu, " + spool, 2, () -> {
                            SpoolPrice price = prices.measure(spool);
                            spools.add(price);
                            mbus.add(price.row());
                            rows.accept(price.row().json());
                        }));
                    }
                }
                case SQLITE -> add("banip-sqlite", Optional.empty(), all::sqlite, servers, rows, said);
                case POSTGRESQL ->
                    add("banip-postgresql", DatabasePart.missing(), all::postgresql, servers, rows, said);
                case NATS -> add("nats", NatsServer.missing(), all::nats, servers, rows, said);
                case KAFKA -> {
                    add("kafka-batches", KafkaServer.missing(), () -> all.kafka(true), servers, rows, said);
                    add("kafka-each", KafkaServer.missing(), () -> all.kafka(false), servers, rows, said);
                }
            }
        }
    }

    @FunctionalInterface
    private interface IngestMeasured {
        Ingest run() throws IOException, InterruptedException;
    }

    private void add(
            String name,
            Optional<String> missing,
            IngestMeasured measured,
            ResultTable table,
            Consumer<String> rows,
            Consumer<String> said) {
        if (missing.isPresent()) {
            said.accept("left out: " + name + "; " + missing.get());
            return;
        }
        steps.add(new Step(name, 1, () -> {
            Ingest ingest = measured.run();
            if (!stop.requested()) {
                ingests.add(ingest);
                table.add(ingest.row());
                rows.accept(ingest.row().json());
                if (!ingest.problem().isEmpty()) {
                    problems.add(name + ": " + ingest.problem());
                }
            }
        }));
    }

    /** One that cannot be measured does not keep the others from it. */
    private void make(Step step) throws InterruptedException {
        try {
            step.measure().run();
        } catch (IOException | RuntimeException e) {
            problems.add(step.name() + ": " + e.getMessage());
        }
    }

    private String line(String text) {
        Duration window = settings.warmUp().plus(settings.length());
        Duration left = Duration.ZERO;
        for (Step step : steps.subList(made, steps.size())) {
            left = left.plus(window.multipliedBy(step.windows())).plus(BESIDE);
        }
        return "price: " + (made + 1) + " of " + steps.size() + ", " + text + "; at most about " + Figures.clock(left)
                + " left in all";
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (!spools.isEmpty()) {
            TextTable text = new TextTable();
            text.add(SpoolPrice.HEAD);
            spools.forEach(price -> text.add(price.cells()));
            lines.addAll(text.toLines());
        }
        if (!ingests.isEmpty()) {
            TextTable text = new TextTable();
            text.add(Ingest.HEAD);
            ingests.forEach(ingest -> text.add(ingest.cells()));
            lines.addAll(text.toLines());
        }
        best().ifPresent(best -> ingests.stream()
                .filter(Ingest::isBanip)
                .map(ingest -> String.format(
                        Locale.ROOT,
                        "%s takes %.1f times as many packets a second as %s",
                        ingest.server(),
                        ingest.perSecond() / best.perSecond(),
                        best.server()))
                .forEach(lines::add));
        lines.addAll(problems);
        return lines;
    }

    /** The best of the others. */
    private Optional<Ingest> best() {
        return ingests.stream()
                .filter(ingest -> !ingest.isBanip() && ingest.perSecond() > 0)
                .max(Comparator.comparingDouble(Ingest::perSecond));
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
