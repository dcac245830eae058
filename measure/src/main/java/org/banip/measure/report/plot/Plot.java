package org.banip.measure.report.plot;

import java.util.List;
import org.banip.measure.report.markup.Markup;

/** Something drawn. */
public interface Plot {
    /** Whether there is nothing to draw. */
    boolean empty();

    /** The legend's entries. */
    List<Key> keys();

    /**
     * Adds it as SVG.
     *
     * @param title description of the plot for readers who cannot see it
     */
    void draw(Markup out, String title);
}
