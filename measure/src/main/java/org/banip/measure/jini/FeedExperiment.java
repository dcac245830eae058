package org.banip.measure.jini;

import java.io.IOException;
import java.util.function.Consumer;
import org.banip.app.terminal.Stop;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;

/** All cases, one after the other. One thread. */
public final class FeedExperiment {
    /** The table's name. */
    public static final String TABLE = "jini";

    private final FeedSettings settings;
    private final ResultsFolder results;
    private final Stop stop;
    private boolean inOrder = true;

    /** Nothing has begun. */
    public FeedExperiment(FeedSettings settings, ResultsFolder results, Stop stop) {
        this.settings = settings;
        this.results = results;
        this.stop = stop;
    }

    /**
     * Makes the cases.
     *
     * @param json whether rows are printed as JSON
     * @param out takes each row as soon as it is found
     * @return whether packets came in every window, all of them in order
     */
    public boolean run(boolean json, Consumer<String> out) throws IOException, InterruptedException {
        if (!json) {
            out.accept(FeedRow.heading());
        }
        try (ResultTable table = results.table(TABLE)) {
            for (boolean tls : settings.tls()) {
                for (int batches : settings.batches()) {
                    if (!stop.requested()) {
                        new FeedCase(settings, batches, tls, results.directory().resolve(TABLE), stop)
                                .run(row -> add(row, table, json, out));
                    }
                }
            }
        }
        return inOrder;
    }

    private void add(FeedRow row, ResultTable table, boolean json, Consumer<String> out) {
        if (!stop.requested()) {
            table.add(row.row());
            inOrder &= row.result().isInOrder();
            out.accept(json ? row.row().json() : row.text());
        }
    }
}
