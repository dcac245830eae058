package org.banip.measure.cpi;

import org.banip.measure.results.ResultRow;

/** The columns of a row that describe the run, and the row of a failed run. */
final class CpiRows {
    private CpiRows() {}

    static ResultRow of(PlannedRun plan) {
        CpiSettings settings = plan.settings();
        boolean capacity = plan.load() instanceof Load.Capacity;
        ResultRow row = new ResultRow()
                .text("name", plan.name())
                .text("indicator", capacity ? "TC" : "BDL")
                .text("unit", capacity ? "B/s" : "s")
                .text("link", settings.link().name())
                .text("uplink", settings.uplink())
                .flag("tls", settings.tls())
                .count("packetizer", settings.packetUnits())
                .text("chain", settings.chain())
                .text("signal", settings.signal().name())
                .text("load", plan.load().toString());
        settings.backEnd().ifPresent(at -> row.text("backEnd", at.url().toString()));
        return row;
    }

    /** The row of a failed run, with the reason. */
    static ResultRow failed(PlannedRun plan, Exception cause) {
        return of(plan).flag("exact", false).text("problem", String.valueOf(cause.getMessage()));
    }
}
