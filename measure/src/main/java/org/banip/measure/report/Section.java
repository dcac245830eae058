package org.banip.measure.report;

import java.util.List;
import java.util.Map;
import org.banip.measure.report.markup.Markup;

/** A part of the page about one experiment or more. */
interface Section {
    /** The tables it shows; those that no section shows are shown as they are. */
    List<String> tables();

    /** Its heading. */
    String title();

    /**
     * Adds what is below the heading.
     *
     * @param tables those of its tables that there are, none without rows
     */
    void write(Markup out, Map<String, Table> tables);
}
