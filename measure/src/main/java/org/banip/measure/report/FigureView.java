package org.banip.measure.report;

import java.util.List;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Key;
import org.banip.measure.report.plot.Plot;

/** A plot with title, legend and what to know about it. */
final class FigureView {
    private FigureView() {}

    /** Adds it, unless the plot is empty. */
    static void write(Markup out, String title, String about, Plot plot) {
        if (plot.empty()) {
            return;
        }
        out.open("figure").open("figcaption").element("strong", title);
        if (!about.isEmpty()) {
            out.text(" ").element("span", about);
        }
        out.closeLine();
        legend(out, plot.keys());
        out.open("div", "class", "plot", "tabindex", "0", "role", "group", "aria-label", title);
        plot.draw(out, title);
        out.close().closeLine();
    }

    private static void legend(Markup out, List<Key> keys) {
        out.open("ul", "class", "legend");
        for (Key key : keys) {
            out.open("li").with(key::draw).text(key.name()).close();
        }
        out.closeLine();
    }
}
