package org.banip.app.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.StoreOptions;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.surrogate.store.CheckListener;
import org.banip.surrogate.store.LostSets;
import org.banip.surrogate.store.StoreCheck;
import org.banip.surrogate.store.StoreDamage;
import org.banip.surrogate.store.StoreLocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code banip verify}. */
@Command(
        name = "verify",
        header = "Checks that a store is as it was written, and names what is not.",
        description = {
            "Reads all of the store and changes nothing. A host may write it at the same time.",
            "Prints a line for each damage: the table, and of an item the interconnect, the group and the number; and a line for the sensor sets"
                    + " that cannot be decoded because of it, up to the next key packet. Ends with 0 if there is no damage, with 1 if there is one or"
                    + " the store cannot be read.",
            "With --verbose it logs every message of SQLite about damaged pages and indexes. 'banip export' reads what is not damaged."
        })
final class VerifyCommand implements Callable<Integer> {
    @Mixin
    private final StoreOptions stored = new StoreOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        StoreLocation location = Checked.options(spec, stored::location);
        StoreCheck.Report report;
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            report = StoreCheck.run(location, new Printed(progress, out));
        }
        String intact = Figures.counted(report.interconnects(), "session") + " and "
                + Figures.counted(report.items(), "stored item");
        if (report.damages() == 0) {
            out.println(location + ": " + intact + ", all as written");
            return ExitCode.OK;
        }
        out.println(location + ": " + Figures.counted(report.damages(), "damage") + "; intact are " + intact
                + decodable(report) + "; restore a backup, or read what is intact with 'banip export'");
        return ExitCode.SOFTWARE;
    }

    private static String decodable(StoreCheck.Report report) {
        long all = report.decodable() + report.undecodable();
        return all == 0
                ? ""
                : "; " + Figures.percent((double) report.decodable() / all) + " of the sensor sets can be decoded";
    }

    /** Damages on standard output, progress on standard error. */
    private static final class Printed implements CheckListener {
        private final ProgressDisplay progress;
        private final PrintWriter out;
        private final TimeLeft left = new TimeLeft(System.nanoTime());

        Printed(ProgressDisplay progress, PrintWriter out) {
            this.progress = progress;
            this.out = out;
        }

        @Override
        public void found(StoreDamage damage) {
            progress.result(out, damage.text());
        }

        @Override
        public void lost(String place, LostSets sets) {
            progress.result(out, "item, " + place + ", " + sets.numbers() + ": " + sets.text());
        }

        @Override
        public void progress(String step, long done, long total) {
            long now = System.nanoTime();
            if (total > 0) {
                String line = "checking " + step + ": " + left.text(done, total, now);
                progress.update(line);
                return;
            }
            String line = "checking the file's " + step + ": " + Figures.clock(left.elapsed(now))
                    + " so far; it takes about as long as the items did";
            progress.updateNow(line);
        }
    }
}
