package org.banip.measure.report;

import java.util.List;
import java.util.Map;
import org.banip.measure.report.markup.Markup;

/** A part of the page about one or several experiments. */
interface Section {
    /** The tables it shows; those that no section shows are shown as they are. */
    List<String> tables();

    /** Its heading. */
    String title();

    /**
     * Adds the content below the heading.
     *
     * @param tables the existing tables of this section that have rows
     */
    void write(Markup out, Map<String, Table> tables);
}
