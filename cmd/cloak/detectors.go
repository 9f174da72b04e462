package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"text/tabwriter"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/program"
)

func detectorsCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name:  "detectors",
		Usage: "list what can be found",
		Description: "CONFIDENCE is that of a match alone and, if words nearby count, beside one of\n" +
			"them; what stays below --min-confidence (0.5) is left alone. STAND-IN says why a\n" +
			"decoy is nobody's value: R reserved by a standard, U never issued by its authority,\n" +
			"X invalid by construction, L marked as invented, C test space by convention, W weak.",
		Flags: []cli.Flag{jsonFlag("write one array of objects")},
		Action: func(_ context.Context, cmd *cli.Command) error {
			if cmd.Args().Present() {
				return program.Misused("detectors takes no arguments")
			}
			return listDetectors(cmd, std)
		},
	}
}

func listDetectors(cmd *cli.Command, std stdio) error {
	type row struct {
		Entity     cloak.Entity `json:"entity"`
		Detector   string       `json:"detector"`
		Default    bool         `json:"default"`
		OffFor     string       `json:"off_for,omitempty"` // why it is not on by default
		Locale     string       `json:"locale,omitempty"`
		Confidence float64      `json:"confidence"`
		Labelled   float64      `json:"labelled"` // beside one of its labels
		Guarantee  string       `json:"guarantee"`
		Authority  string       `json:"authority"`
	}
	var rows []row
	for _, d := range cloak.Builtin() {
		// What has no reserved space of its own gets a decoy with our mark.
		rows = append(rows, row{d.Entity, d.Name, !d.OptIn, d.OffFor, d.Locale, confidence(d.Bits), confidence(d.Bits + d.LabelBits), cmp.Or(d.Guarantee, "L"), d.Authority})
	}
	if cmd.Bool("json") {
		return program.WriteJSON(std.out, rows)
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ENTITY\tDETECTOR\tLOCALE\tDEFAULT\tCONFIDENCE\tSTAND-IN")
	for _, r := range rows {
		state, conf := "on", fmt.Sprintf("%.2f", r.Confidence)
		if !r.Default {
			state = "--types"
		}
		if labelled := fmt.Sprintf("%.2f", r.Labelled); labelled != conf {
			conf += ", " + labelled
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.Entity, r.Detector, cmp.Or(r.Locale, "–"), state, conf, r.Guarantee)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, r := range rows {
		if r.OffFor != "" {
			fmt.Fprintf(std.out, "%s is off by default: %s\n", r.Detector, r.OffFor)
		}
	}
	return nil
}

// confidence is how package cloak shows bits of evidence.
func confidence(bits int) float64 { return round(1 / (1 + math.Exp2(float64(13-bits)))) }
