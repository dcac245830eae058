package org.banip.measure.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.measure.load.LoadServers.ServerOptions;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;

/** All steps of a load measurement, one after the other. One thread. */
public final class LoadExperiment {
    /** The table's name. */
    public static final String TABLE = "load";

    private final LoadSettings settings;
    private final ResultsFolder results;
    private final Stop stop;

    /** Nothing has begun. */
    public LoadExperiment(LoadSettings settings, ResultsFolder results, Stop stop) {
        this.settings = settings;
        this.results = results;
        this.stop = stop;
    }

    /**
     * Checks what can be known before anything is started.
     *
     * @throws IllegalArgumentException if processes may open too few files for a step
     */
    public static void check(LoadSettings settings) {
        long limit = OpenFiles.limit();
        settings.mbus().forEach(mbus -> OpenFiles.check(mbus, settings, limit));
    }

    /**
     * Makes the steps; an interrupted one leaves no row.
     *
     * @param json whether rows are printed as JSON
     * @param out takes each row as soon as it is found
     * @return whether there was a step, and all were exact
     */
    public boolean run(boolean json, Consumer<String> out) throws IOException, InterruptedException {
        boolean exact = true;
        List<ResultRow> rows = new ArrayList<>();
        try (ResultTable table = results.table(TABLE)) {
            ServerOptions known = ServerOptions.of(settings);
            if (!json) {
                out.accept(LoadTable.head());
            }
            for (int step = 0; step < settings.mbus().size() && !stop.requested(); step++) {
                LoadResult result = step(step, known);
                if (!stop.requested()) {
                    ResultRow row = result.row();
                    table.add(row);
                    rows.add(row);
                    exact &= result.exact();
                    (json ? List.of(row.json()) : LoadTable.lines(result)).forEach(out);
                }
            }
        }
        return exact && !rows.isEmpty();
    }

    private LoadResult step(int step, ServerOptions known) throws IOException, InterruptedException {
        int mbus = settings.mbus().get(step);
        Path folder = results.directory().resolve(TABLE).resolve((step + 1) + "-" + mbus);
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            return new LoadStep(
                            settings,
                            mbus,
                            folder,
                            stop,
                            text -> progress.update(size -> List.of(Line.plain(text)), () -> text))
                    .run(known);
        }
    }
}
