package org.banip.measure.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class ReportPageTest {
    private static final Pattern SVG = Pattern.compile("(?s)<svg.*?</svg>");

    @TempDir
    Path directory;

    private String page() {
        return new ReportPage(new GeneratedResults(directory).all()).html();
    }

    @Test
    void needsNothingButItself() throws Exception {
        String page = page();
        assertThat(page).doesNotContain("<script", "http:", "https:", "@import", "url(", "src=");
        assertThat(page).contains("prefers-color-scheme: dark", "@media print", "lang=\"en\"");
    }

    @Test
    void hasASectionForEachTableKnownOrNot() {
        assertThat(headings(page()))
                .containsSubsequence(
                        "Published beside ours",
                        "Transfer capacity and latency",
                        "Overhead",
                        "Compression",
                        "The emulated link",
                        "Speed and allocation")
                .contains("Something new");
    }

    private static List<String> headings(String page) {
        Matcher matcher = Pattern.compile("<h2>(.*?)</h2>").matcher(page);
        return matcher.results().map(found -> found.group(1)).collect(Collectors.toList());
    }

    @Test
    void packetsOnTheLinkStandBesideTheModels() {
        assertThat(page()).contains("60 (64)", "7 × 576", ">TCP options<", "13.02 (13)", "MSS 4: SYN/ACK, further.");
    }

    @Test
    void countedBytesStandOnTheLinesOfTheModelEvenWithoutTheModelsTable() {
        GeneratedResults results = new GeneratedResults(directory);
        results.wire();
        assertThat(new ReportPage(ResultsFolder.open(directory)).html())
                .contains(
                        "per-request, counted", "per-request, model with heads of 239 and 170", "Dashes: the thesis's")
                .doesNotContain("Lines: ");
        assertThat(page()).contains("Lines: the thesis's", "Dashes: the model with the HTTP heads that are sent today");
    }

    @Test
    void aColumnThatIsNotWholeHasTheSameDigitsInAllRows() {
        assertThat(page())
                .contains("<td class=\"n\">1.100</td>", "<td class=\"n\">1.000</td>", "<td class=\"n\">0.953</td>")
                .contains("<td class=\"n\">1.10</td>", "<td class=\"n\">1.00</td>");
    }

    @Test
    void saysWhatItWasMeasuredOn() {
        Environment here = Environment.here(GeneratedResults.SEED);
        assertThat(page()).contains(here.java(), here.kernel(), here.commit(), "<dd>7</dd>");
    }

    @Test
    void eachSectionSaysWhatItsTablesWereMeasuredOnWhereTheyDiffer() {
        ResultsFolder first = new GeneratedResults(directory).all();
        assertThat(new ReportPage(first).html()).doesNotContain("several measurements");
        ResultsFolder later = ResultsFolder.create(directory, Environment.here(99));
        try (ResultTable table = later.table("later")) {
            table.add(new ResultRow().count("n", 1));
        }
        String page = new ReportPage(later).html();
        assertThat(page).contains("several measurements", "<p>later</p>", "<dd>99</dd>", "<dd>7</dd>");
    }

    @Test
    void aTableBesideOthersThatAloneHasNoEnvironmentIsNotGivenTheLatest() throws Exception {
        ResultsFolder first = new GeneratedResults(directory).all();
        Files.delete(directory.resolve("jmh.environment.json"));
        assertThat(new ReportPage(first).html())
                .contains("several measurements", "<p>jmh</p><p>What it was measured on is not known.</p>");
    }

    @Test
    void anOlderFolderOfOneEnvironmentThatCallsTheCommitAVersionIsRead() throws Exception {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("environment.json"), "{\"version\":\"0123456789ab\",\"seed\":7}");
        Files.writeString(directory.resolve("something-old.jsonl"), "{\"n\":1}");
        assertThat(new ReportPage(ResultsFolder.open(directory)).html())
                .contains("<dt>Commit</dt><dd>0123456789ab</dd>")
                .doesNotContain("not known");
    }

    @Test
    void whatIsMeasuredCannotBecomeMarkup() {
        assertThat(page()).contains("&lt;b&gt;&amp;amp;&quot;").doesNotContain("<b>");
    }

    @Test
    void plotsAreWellFormedNamedAndWithinTheirFrames() throws Exception {
        List<String> plots =
                SVG.matcher(page()).results().map(found -> found.group()).toList();
        assertThat(plots).hasSizeGreaterThan(5);
        for (String plot : plots) {
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(plot)));
            assertThat(plot)
                    .containsAnyOf("role=\"img\" aria-label=", "aria-hidden")
                    .doesNotContain("NaN", "Infinity");
        }
    }

    @Test
    void tablesSayWhatTheyAreAndWhatTheirColumnsAre() {
        String page = page();
        long tables = Pattern.compile("<table>").matcher(page).results().count();
        assertThat(Pattern.compile("<table><caption>[^<]")
                        .matcher(page)
                        .results()
                        .count())
                .isEqualTo(tables);
        assertThat(page).contains("<th scope=\"col\" class=\"t\">congestion control</th>");
        assertThat(Pattern.compile("<th class").matcher(page).find()).isFalse();
    }

    @Test
    void theThesisIsRedrawnFromRowsAndRawData() {
        assertThat(page())
                .contains("per-request, PKT 16", "chunked, PKT 140, 90 % of TC", "Throughput over time.")
                .contains("Saw-tooth: per-request, PKT 16 at 150 B/s.", "published, 2003, lowest to highest")
                .contains("Saw-tooth: chunked, PKT 140 at 90 % of TC.");
    }

    @Test
    void aCellIsDrawnAsTheThesisIsThoughNothingIsPublishedOfIt() {
        new GeneratedResults(directory).cpi();
        assertThat(new ReportPage(ResultsFolder.open(directory)).html())
                .contains("Throughput over time.", "Saw-tooth: per-request, PKT 50 at 1200 B/s.")
                .doesNotContain("published, 2003");
    }

    @Test
    void peersAreSetBesideEachOtherRunByRun() {
        assertThat(page())
                .contains("Transfer capacity over gprs-2slot.", "Latency at equal load over gprs-2slot.", "not exact")
                .contains("Processor time.", "After half a minute without coverage over gprs-2slot.", "lost 0, doubled")
                .contains(
                        "slow, outage over gprs-2slot: not caught up",
                        "broken, load over gprs-2slot: failed: no broker");
    }

    @Test
    void httpVersionsAreSetBesideEachOtherAndWhatIsPublished() {
        assertThat(page())
                .contains("Speed-up of page-212 over HTTP/1.1 at 2 Mbit/s.", "RTT 100 ms, loss 0 %")
                .contains("Delay of alarm-resumed at 2 Mbit/s.", "12.5  http2")
                .contains("http2, page-212, 2m-100ms-0pc");
    }

    @Test
    void severalPathsAreSetBesideWhatIsPublishedAndWhatWentWrongIsNamed() {
        assertThat(page())
                .contains("Scenario pals: goodput / capacity.", "no loss, banip", "0.886  MPQUIC")
                .contains("pals 1-clean, banip: not exact")
                .contains("pals 1-clean, mptcp: the kernel has no multipath TCP");
    }

    @Test
    void rowsOfAnotherShapeAreShownThoughNotDrawn() {
        GeneratedResults results = new GeneratedResults(directory);
        results.write(
                "compression", List.of(new ResultRow().text("reduction", "none").text("why", "no recording")));
        String page = new ReportPage(ResultsFolder.open(directory)).html();
        assertThat(page).contains("no recording").doesNotContain("<figure>");
    }

    @Test
    void anEmptyFolderMakesAPageThatSaysSo() throws Exception {
        Files.createDirectories(directory);
        ReportPage page = new ReportPage(ResultsFolder.open(directory));
        assertThat(page.tables()).isZero();
        assertThat(page.html()).contains("nothing in this folder yet", "What it was measured on is not known");
    }
}
